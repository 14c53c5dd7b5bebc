import type { Queue } from '#infra/queue/index.ts'
import type { Seal } from '#infra/seal/seal.ts'
import type { TemplateDeps } from '#modules/mail/index.ts'

export interface MailTemplateDeps extends TemplateDeps {
  readonly queue: Pick<Queue, 'enqueue'>
  readonly seal: Pick<Seal, 'seal'>
  readonly config: { readonly publicUrl: string }
}
