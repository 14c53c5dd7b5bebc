export type { CallLog, LoggedCall } from './core/call-log.ts'
export type { FaultKind, FaultRule, Faults } from './core/faults.ts'
export type { Ledger, LedgerEntry } from './core/ledger.ts'
export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts'
