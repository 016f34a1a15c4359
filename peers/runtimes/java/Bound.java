// SPDX-License-Identifier: MIT
import java.io.File;
import java.io.IOException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/** A worker that binds itself to one of the two processors: by taskset, as Java has no call for it. */
final class Bound extends ForkJoinWorkerThread {
    Bound(ForkJoinPool pool) { super(pool); }

    @Override protected void onStart() {
        super.onStart();
        try {
            String thread = new File("/proc/thread-self").getCanonicalFile().getName();
            String processor = ForkJoin.processors[getPoolIndex() % ForkJoin.processors.length];
            if (new ProcessBuilder("taskset", "-cp", processor, thread).start().waitFor() == 0) return;
        } catch (IOException | InterruptedException why) {
            System.err.println(why);
        }
        ForkJoin.fail("taskset cannot bind a thread");
    }
}
