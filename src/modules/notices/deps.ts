import type { Db } from '#infra/db/client.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { Clock } from '#kernel/clock.ts'

export interface NoticeDeps {
  readonly db: Db
  readonly clock: Clock
  readonly queue: Pick<Queue, 'enqueue'>
  readonly seal: Pick<Seal, 'seal' | 'hmac' | 'hmacMatches'>
  readonly config: { readonly publicUrl: string; readonly smtpUrl: string | null }
}
