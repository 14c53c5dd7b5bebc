import type { Config } from '#infra/config/config.ts'
import type { PostDeps } from '#modules/posts/index.ts'

export type TeamCommentDeps = Pick<PostDeps, 'db' | 'clock' | 'emit' | 'seal'> & {
  readonly config: Pick<Config, 'publicUrl'>
}
