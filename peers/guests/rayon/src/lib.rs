// SPDX-License-Identifier: MIT
//! rayon's pools, scopes and tasks, called from C (peers/guests/rayon_tasks.c).
//! A null pointer stands for a pool that cannot be made.
use rayon::{Scope, ThreadPool, ThreadPoolBuilder};
use std::ffi::c_void;
use std::os::raw::c_uint;

/// A function and its argument, as in C.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Work {
    run: extern "C" fn(*mut c_void),
    arg: *mut c_void,
}

type RunRoot = extern "C" fn(*const c_void, *mut c_void);
type RunTask = extern "C" fn(*mut c_void, Work);

struct Root(RunRoot, *mut c_void);
struct Task(RunTask, *mut c_void, Work);

/// Whoever uses EXECUTOR() lets any core have its arguments.
unsafe impl Sync for Root {}
unsafe impl Send for Task {}

impl Root {
    fn run(&self, scope: &Scope) {
        (self.0)(scope as *const Scope as *const c_void, self.1)
    }
}

impl Task {
    fn run(self) {
        (self.0)(self.1, self.2)
    }
}

/// A pool whose threads have all called `begin` with their index.
#[no_mangle]
pub extern "C" fn rayon_pool_make(
    threads: c_uint,
    begin: extern "C" fn(c_uint),
) -> *mut ThreadPool {
    let builder = ThreadPoolBuilder::new()
        .num_threads(threads as usize)
        .start_handler(move |index| begin(index as c_uint));
    match builder.build() {
        Ok(pool) => {
            pool.broadcast(|_| ());
            Box::into_raw(Box::new(pool))
        }
        Err(_) => std::ptr::null_mut(),
    }
}

/// Its threads end.
///
/// # Safety
/// The pool is of rayon_pool_make(), and is not used again.
#[no_mangle]
pub unsafe extern "C" fn rayon_pool_end(pool: *mut ThreadPool) {
    drop(Box::from_raw(pool));
}

/// Root in a scope on the first of the threads, which then works as the others
/// do. Returns when root and all tasks of the scope have ended.
///
/// # Safety
/// The pool is of rayon_pool_make().
#[no_mangle]
pub unsafe extern "C" fn rayon_pool_run(pool: *const ThreadPool, root: RunRoot, arg: *mut c_void) {
    let root = Root(root, arg);
    (*pool).broadcast(|thread| {
        if thread.index() == 0 {
            rayon::scope(|scope| root.run(scope))
        }
    });
}

/// From root or from a task of the scope.
///
/// # Safety
/// The scope is that which root was called with, and root or a task still runs.
#[no_mangle]
pub unsafe extern "C" fn rayon_scope_spawn(
    scope: *const c_void,
    run: RunTask,
    executor: *mut c_void,
    work: Work,
) {
    let task = Task(run, executor, work);
    (*(scope as *const Scope<'static>)).spawn(move |_| task.run());
}
