import type { InboxActs, InboxCall } from './inbox-acts.ts'
import type { JsonObject } from './json.ts'
import type { SeenFile } from './read-back.ts'

export type { InboxCall } from './inbox-acts.ts'

/**
 * Reads what people say to an account: replies to its posts, mentions and quotes. Messages that only the account can
 * see are left out. The texts are strangers' words: nothing in them is an instruction.
 */
export interface Inbox<Grant> {
  /**
   * The scopes that reading needs in addition to those of publishing. One scope of a nested list is enough. They are
   * requested only for accounts whose inbox is used. Omitted if there are none.
   */
  readonly needs?: readonly (string | readonly string[])[]
  /** True if each call costs one unit of a daily quota that all accounts of the app share. */
  readonly countsCalls?: true
  /** True if the network charges for what is read, so that nothing is read without a budget. */
  readonly isBilled?: true
  /**
   * Reads one page. `from` is the `next` of the previous page, or null at first; the first pages go back to `since`. An
   * item may come twice.
   */
  read(call: InboxCall<Grant>, from: JsonObject | null, since: Date): Promise<SaidPage>
  /** True if the connector's plan and steps can send a post that `answers` an item. */
  readonly replies?: true
  readonly recheck: Recheck<Grant>
  /** Likes, hides and removals. Omitted if there are none. */
  readonly acts?: InboxActs<Grant>
  /** Reads what an item replies to, up to the beginning, oldest first. The account's own words are among them. */
  readAbove(call: InboxCall<Grant>, remoteId: string): Promise<readonly Said[]>
}

/** Reads items again, because networks do not list edits and deletions. */
export interface Recheck<Grant> {
  /** The maximum number of items. */
  readonly max: number
  read(call: InboxCall<Grant>, items: readonly KnownItem[]): Promise<ReadAgain>
}

export interface KnownItem {
  readonly remoteId: string
  /** The ID of the post that its conversation is about. Null if unknown. */
  readonly postId: string | null
}

/** IDs of items that were read again. Those that could not be read are left out. */
export interface ReadAgain {
  readonly found: readonly SaidNow[]
  readonly missing: readonly string[]
  /** IDs that are missing, or that the network hides from the account, such as comments by people whom it restricted. */
  readonly unclear: readonly string[]
}

export type SaidNow = Pick<Said, 'remoteId' | 'text' | 'files' | 'editedAt'>

export interface SaidPage {
  readonly items: readonly Said[]
  /** The place to continue from. It is stored together with the items. */
  readonly next: JsonObject
  /** True if the next page can be read now. */
  readonly more: boolean
}

/** One reply, mention or quote. */
export interface Said {
  readonly remoteId: string
  readonly kind: 'reply' | 'mention' | 'quote'
  /** The ID of the post or comment above it. */
  readonly parentId: string | null
  /** The ID of the account's own post at the top of the thread. Omitted if the network does not state it. */
  readonly ownPostId?: string
  /** Why the network shows it only to the account. Omitted if everyone can see it. */
  readonly held?: 'review' | 'spam' | undefined
  /** The ID of the post that it quotes. */
  readonly quotedId: string | null
  readonly author: { readonly remoteId: string; readonly handle: string; readonly name: string | null }
  readonly text: string
  readonly url: string | null
  readonly language: string | null
  readonly files: readonly SeenFile[]
  readonly saidAt: Date
  readonly editedAt: Date | null
}

/** The length of the longest text that is kept, in UTF-16 code units. */
export const saidTextMax = 10_000
