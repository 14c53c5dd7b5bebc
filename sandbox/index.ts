export type { CallLog, LoggedCall } from './core/control/call-log.ts'
export type { FaultKind, FaultRule, Faults } from './core/control/faults.ts'
export type { Ledger, LedgerEntry } from './core/control/ledger.ts'
export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts'
