import type { Outbound } from '#infra/outbound/outbound.ts'

export interface SandboxDeps {
  readonly config: { readonly sandbox: { readonly url: string } | null }
  readonly outbound: Pick<Outbound, 'request'>
}
