// SPDX-License-Identifier: MIT
/* usage: ForkJoin WARM ROUNDS PROCESSOR PROCESSOR N TASKS [N TASKS]...
 *
 * A ForkJoinPool of as many threads as processors, each bound to one, runs so
 * many tasks of each length: java_fjp splits a range down to one, java_execute is
 * told of one after the other. A round of each length is the bodies alone, a pass
 * without stamps and one with them; the first WARM are not told.
 */
import java.util.concurrent.*;
final class ForkJoin {
    /** Of a worker: on lines of its own. The last worker is any other thread. */
    static final int TASKS = 0, IDS = 1, SUM = 2, OVERHEAD = 3, END = 4, APART = 32, WORKERS = 64;
    static final long[] own = new long[(WORKERS + 1) * APART];
    static final ForkJoinPool pool = new ForkJoinPool(2, Bound::new, null, false);
    static String[] processors;
    static long n;
    static boolean stamps;
    static void fail(String why) { System.err.println("wrong: " + why); System.exit(1); }

    static long addUp(long n) {
        long sum = 0;
        for (long i = 0; i < n; i++) sum += i;
        return sum;
    }

    static void task(long id) {
        long entry = stamps ? System.nanoTime() : 0;
        Thread t = Thread.currentThread();
        int worker = t instanceof ForkJoinWorkerThread ? ((ForkJoinWorkerThread) t).getPoolIndex() : WORKERS - 1;
        int at = (worker + 1) * APART;
        if (stamps && own[at + TASKS] > 0) own[at + OVERHEAD] += entry - own[at + END];
        own[at + TASKS]++;
        own[at + IDS] += id;
        own[at + SUM] += addUp(n);
        if (stamps) own[at + END] = System.nanoTime();
    }

    static final class Range extends RecursiveAction {
        final long first, end;
        Range(long first, long end) { this.first = first; this.end = end; }
        @Override protected void compute() {
            long middle = (first + end) >>> 1;
            if (end - first == 1) task(first);
            else invokeAll(new Range(first, middle), new Range(middle, end));
        }
    }

    /** Runs a pass; nanoseconds of it. */
    static long pass(String who, long tasks, boolean stamped) {
        java.util.Arrays.fill(own, 0);
        stamps = stamped;
        long begin = System.nanoTime();
        if (who.equals("java_fjp")) pool.invoke(new Range(0, tasks));
        else for (long i = 0; i < tasks; i++) { long id = i; pool.execute(() -> task(id)); }
        boolean done = pool.awaitQuiescence(20, TimeUnit.SECONDS);
        long wall = System.nanoTime() - begin;
        boolean all = total(TASKS) == tasks && total(IDS) == tasks * (tasks - 1) / 2;
        if (!done || !all || total(SUM) != tasks * (n * (n - 1) / 2))
            fail(who + ", n = " + n + ": a task is missing or a sum wrong");
        return wall;
    }

    static long total(int what) {
        long sum = 0;
        for (int at = APART; at < own.length; at += APART) sum += what < 0 ? Math.min(own[at], 1) : own[at + what];
        return sum;
    }

    /** The mean of 10,000 pairs, of the least disturbed of five tries. */
    static double stamp() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            long sum = 0;
            for (int k = 0; k < 10000; k++) sum -= System.nanoTime() - System.nanoTime();
            least = Math.min(least, sum);
        }
        return least / 1e4;
    }

    static void round(String who, long length, long tasks, boolean told) {
        n = length;
        long begin = System.nanoTime(), sum = 0;
        for (long i = 0; i < tasks; i++) sum ^= addUp(n);
        long body = System.nanoTime() - begin + (sum >>> 63);
        long wall = pass(who, tasks, false);
        pass(who, tasks, true);
        if (told)
            System.out.printf("{\"who\":\"%s\",\"row\":\"dispatch\",\"n\":%d,\"tasks\":%d,\"workers\":%d,\"wall\":%d,"
                + "\"body\":%d,\"overhead\":%d,\"stamp\":%s}%n", who, n, tasks, total(-1), wall, body, total(OVERHEAD), stamp());
    }

    public static void main(String[] given) {
        processors = new String[] { given[2], given[3] };
        long[] all = java.util.Arrays.stream(given).mapToLong(Long::parseLong).toArray();
        for (int r = 0; r < all[0] + all[1]; r++)
            for (int i = 4; i < all.length; i += 2)
                for (String who : new String[] { "java_fjp", "java_execute" })
                    round(who, all[i], all[i + 1], r >= all[0]);
    }
}
