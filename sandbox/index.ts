export type { FaultRule } from './core/control/faults.ts'
export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts'
