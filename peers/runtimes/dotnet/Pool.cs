// SPDX-License-Identifier: MIT
/* usage: Pool WARM ROUNDS PROCESSOR PROCESSOR N TASKS [N TASKS]...
 *
 * .NET's ThreadPool as it is, its threads bound in turn, runs so many tasks of each
 * length, queued one after the other from outside. A round of each length is the
 * bodies alone, a pass without stamps and one with them; the first WARM are not told.
 */
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Threading;
static class Pool {
	// Of a worker, in the middle of an array: no other worker's is near.
	const int Tasks = 16, Ids = 17, Sum = 18, Overhead = 19, End = 20, Whole = 36;
	[ThreadStatic] static long[] own;
	static readonly List<long[]> workers = new List<long[]>();
	static readonly ManualResetEventSlim last = new ManualResetEventSlim();
	static bool stamps;
	static long n, tasks;
	static int bound;
	static int[] processors;

	static long AddUp(long n) {
		long sum = 0;
		for (long i = 0; i < n; i++) sum += i;
		return sum;
	}
	static long[] Begin() {
		lock (workers) workers.Add(own = new long[Whole]);
		return own;
	}

	// Anew in each pass, as the pool has more threads than take part in one.
	static void BindNext() {
		int processor = processors[Interlocked.Increment(ref bound) % processors.Length];
		if (!Processor.Bind(processor)) Fail("a thread cannot run on " + processor);
	}

	static void Fail(string why) { Console.Error.WriteLine("wrong: " + why); Environment.Exit(1); }
	static void Task(object id) {
		long entry = stamps ? Stopwatch.GetTimestamp() : 0;
		long[] worker = own ?? Begin();
		if (worker[Tasks] == 0) BindNext();
		else if (stamps) worker[Overhead] += entry - worker[End];
		worker[Ids] += (long)id;
		worker[Sum] += AddUp(n);
		// The last of its figures: who sees it counted sees all.
		Volatile.Write(ref worker[Tasks], worker[Tasks] + 1);
		if ((long)id == tasks - 1) last.Set();
		if (stamps) worker[End] = Stopwatch.GetTimestamp();
	}

	static long Total(int what) {
		long sum = 0;
		lock (workers)
			foreach (long[] worker in workers) sum += what < 0 ? Math.Min(worker[Tasks], 1) : Volatile.Read(ref worker[what]);
		return sum;
	}
	// Ticks of the stopwatch.
	static long Pass(bool stamped) {
		stamps = stamped;
		lock (workers) workers.ForEach(worker => Array.Clear(worker, 0, Whole));
		last.Reset();
		long begin = Stopwatch.GetTimestamp();
		for (long i = 0; i < tasks; i++) ThreadPool.QueueUserWorkItem(Task, i);
		last.Wait();
		while (Total(Tasks) < tasks) Thread.Yield(); // those which began before it
		long wall = Stopwatch.GetTimestamp() - begin;
		if (Total(Tasks) != tasks || Total(Ids) != tasks * (tasks - 1) / 2 || Total(Sum) != tasks * (n * (n - 1) / 2))
			Fail("dotnet_pool, n = " + n + ": a task is missing or a sum wrong");
		return wall;
	}

	// The mean of 10,000 pairs, of the least disturbed of five tries.
	static double Stamp() {
		long least = long.MaxValue;
		for (int i = 0; i < 5; i++) {
			long sum = 0;
			for (int k = 0; k < 10000; k++) sum -= Stopwatch.GetTimestamp() - Stopwatch.GetTimestamp();
			least = Math.Min(least, sum);
		}
		return least / 1e4;
	}
	static void Round(int length, int number, bool told) {
		(n, tasks) = (length, number);
		long begin = Stopwatch.GetTimestamp(), sum = 0;
		for (long i = 0; i < tasks; i++) sum ^= AddUp(n);
		long body = Stopwatch.GetTimestamp() - begin + (sum < 0 ? 1 : 0), wall = Pass(false);
		Pass(true);
		if (told) Console.WriteLine(@"{{""who"":""dotnet_pool"",""row"":""dispatch"",""n"":{0},""tasks"":{1},""workers"":{2},"
				+ @"""wall"":{3},""body"":{4},""overhead"":{5},""stamp"":{6}}}", n, tasks, Total(-1), wall, body, Total(Overhead), Stamp());
	}

	static void Main(string[] given) {
		int[] all = Array.ConvertAll(given, int.Parse);
		processors = new[] { all[2], all[3] };
		for (int r = 0; r < all[0] + all[1]; r++)
			for (int i = 4; i < all.Length; i += 2) Round(all[i], all[i + 1], r >= all[0]);
	}
}
