export { type EnqueueDeps, enqueue, type NewTarget } from './actions/enqueue.ts'
export type {
  AccountAtWork,
  Accounts,
  Change,
  EngineDeps,
  HttpOptions,
  KillPoint,
  Probe,
  TargetOwner,
} from './deps.ts'
export { createEngine, type Engine } from './engine.ts'
export type { RowStatus } from './state.ts'
export { type PublicationRow, rowsOf } from './store/reads.ts'
