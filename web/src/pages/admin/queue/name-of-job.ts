type Names = Readonly<Record<string, string>>

interface Named {
  readonly crons: { readonly names: Names }
  readonly queue: { readonly jobNames: Names }
}

/** Says what a job does. A job that runs on a schedule has the name of its schedule. */
export function nameOfJob(job: string, { crons, queue }: Named): string {
  const names = { ...crons.names, ...queue.jobNames }
  return names[job] ?? names[job.replaceAll('.', '-')] ?? job
}
