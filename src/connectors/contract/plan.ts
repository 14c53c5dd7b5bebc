import type { IssueCode } from './codes/issue-codes.ts'
import type { Extras } from './extras.ts'

export interface Plan {
  /** The step to begin with. */
  readonly first: string
  readonly parts: readonly PlannedPart[]
  /** The calls to come, in order, as `METHOD name`. A test compares them with what the network then receives. */
  readonly calls: readonly string[]
  /** Content in addition to text and files. Omitted if there is none. */
  readonly extras?: Extras
}

export interface PlannedPart {
  /** The text as it will be sent, byte for byte. */
  readonly text: string
  readonly links: readonly string[]
  readonly mentions: readonly string[]
  readonly tags: readonly string[]
}

/** A problem in a post, stated in terms of the network's rule. */
export interface Finding {
  readonly code: IssueCode
  readonly message: string
  readonly at:
    | { readonly setting: string }
    | { readonly text: number }
    | { readonly title: true }
    | { readonly firstComment: true }
    | { readonly link: true }
    | { readonly media: number; readonly part?: number }
  readonly fix?: string
  /** True if the post is published anyway, without the offending part, if any. */
  readonly minor?: true
}
