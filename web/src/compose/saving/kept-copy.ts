import type { Draft } from '../draft/draft.ts'
import { type Birth, type Copy, dropCopy, type KnownVersion, keepCopy } from './copies.ts'

/** The unanswered saves that are remembered. */
const mostSent = 8

/** The copy of one post that this browser keeps, with what was sent of it and is not answered. */
export class KeptCopy {
  #copy: Copy

  constructor(copy: Copy) {
    this.#copy = copy
  }

  get profileId(): string {
    return this.#copy.profileId
  }
  get birth(): Birth | null {
    return this.#copy.birth
  }
  get sent(): readonly Draft[] {
    return this.#copy.sent
  }

  /** Writes the copy. A browser that keeps nothing (a private window, a full disk) still saves to the service. */
  async write(draft: Draft, base: KnownVersion | null): Promise<void> {
    this.#note({ draft: keepable(draft), base, savedAt: new Date().toISOString() })
    await keepCopy(this.#copy).catch(() => {})
  }

  async drop(): Promise<void> {
    await dropCopy(this.#copy.id).catch(() => {})
  }

  /** Remembers a save before it is sent: if its answer is lost, what the service then has is no change of somebody else. */
  noteSent(draft: Draft): void {
    this.#note({ sent: [...this.#copy.sent, keepable(draft)].slice(-mostSent) })
  }

  forgetSent(): void {
    this.#note({ sent: [] })
  }

  noteBirth(birth: Birth | null): void {
    this.#note({ birth })
  }

  noteMade(postId: string): void {
    this.#note({ birth: null, postId })
  }

  /** Makes it the copy of a new post. */
  detach(): void {
    this.#note({ postId: null, base: null, birth: null })
  }

  #note(changes: Partial<Copy>): void {
    this.#copy = { ...this.#copy, ...changes }
  }
}

/** Files that are on their way are gone with the page, and so are the addresses that it made for them. */
function keepable(draft: Draft): Draft {
  const files = (media: Draft['media']) =>
    media.flatMap((file) =>
      file.storagePath === null ? [] : { ...file, shownAt: file.shownAt.startsWith('blob:') ? '' : file.shownAt },
    )
  return {
    ...draft,
    media: files(draft.media),
    thread: draft.thread.map((part) => ({ ...part, media: files(part.media) })),
  }
}
