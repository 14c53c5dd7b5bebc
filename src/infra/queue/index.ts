export { defineJob, type Handled, type Handler, handle, type Job, type JobContext } from './job.ts'
export { createQueue, type EnqueueOptions, type Queue, type QueueOptions } from './queue.ts'
export { giveUpJobs, resealJobs, type SealedJobField } from './reseal.ts'
export type { Depth, NewJob } from './rows.ts'
