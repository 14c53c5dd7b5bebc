import type { Result } from '@posthorn/sdk'

export type TeamComment = Result<'listTeamComments'>['comments'][number]

/** The words of a comment, and the people whom they mention. */
export interface Words {
  readonly text: string
  readonly mentions: string[]
}
