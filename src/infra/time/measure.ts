/** Runs work and measures how long it took, with a monotonic clock. */
export async function measure<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly tookMs: number }> {
  const begun = performance.now()
  return { result: await work(), tookMs: performance.now() - begun }
}
