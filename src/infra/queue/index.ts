export { defineJob, type Handled, handle, type Job } from './job.ts'
export { createQueue, type Queue } from './queue.ts'
export { giveUpJobs, resealJobs, type SealedJobField } from './reseal.ts'
