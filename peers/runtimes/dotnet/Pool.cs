// SPDX-License-Identifier: MIT
/* usage: Pool WARM ROUNDS N TASKS [N TASKS]...
 *
 * .NET's ThreadPool as it is runs so many tasks of each length, queued one after
 * the other from outside. A round of each length is the bodies alone, a pass
 * without stamps and one with them; the first WARM are not told.
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
	static long n, tasks;
	static bool stamps;

	static long AddUp(long n) {
		long sum = 0;
		for (long i = 0; i < n; i++) sum += i;
		return sum;
	}

	static long[] Own() {
		if (own == null)
			lock (workers) workers.Add(own = new long[Whole]);
		return own;
	}

	static void Task(object id) {
		long entry = stamps ? Stopwatch.GetTimestamp() : 0;
		long[] worker = Own();
		if (stamps && worker[Tasks] > 0) worker[Overhead] += entry - worker[End];
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
			foreach (long[] worker in workers)
				sum += what < 0 ? Math.Min(worker[Tasks], 1) : Volatile.Read(ref worker[what]);
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
		if (Total(Tasks) == tasks && Total(Ids) == tasks * (tasks - 1) / 2 &&
		    Total(Sum) == tasks * (n * (n - 1) / 2))
			return wall;
		Console.Error.WriteLine("wrong: dotnet_pool, n = {0}: a task is missing or a sum wrong", n);
		Environment.Exit(1);
		return 0;
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

	static void Round(bool told) {
		long begin = Stopwatch.GetTimestamp(), sum = 0;
		for (long i = 0; i < tasks; i++) sum ^= AddUp(n);
		long body = Stopwatch.GetTimestamp() - begin + (sum < 0 ? 1 : 0), wall = Pass(false);
		Pass(true);
		if (told)
			Console.WriteLine(@"{{""who"":""dotnet_pool"",""row"":""dispatch"",""n"":{0},""tasks"":{1},""workers"":{2},"
				+ @"""wall"":{3},""body"":{4},""overhead"":{5},""stamp"":{6}}}", n, tasks, Total(-1), wall, body, Total(Overhead), Stamp());
	}

	static void Main(string[] given) {
		int warm = int.Parse(given[0]), rounds = int.Parse(given[1]);
		for (int r = 0; r < warm + rounds; r++)
			for (int i = 2; i < given.Length; i += 2) {
				(n, tasks) = (long.Parse(given[i]), long.Parse(given[i + 1]));
				Round(r >= warm);
			}
	}
}
