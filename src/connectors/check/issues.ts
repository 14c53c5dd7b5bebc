import type { Issue } from '#connectors/contract/codes.ts'

/** The issues of a post that a check has found so far. */
export interface Issues {
  /** Problems that prevent publishing. */
  readonly errors: Issue[]
  /** Warnings that the author can choose to ignore. */
  readonly warnings: Issue[]
  readonly infos: Issue[]
}
