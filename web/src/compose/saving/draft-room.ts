import { type Account, type Draft, isBlank, isUploading } from '../draft/draft.ts'
import { keepable } from '../draft/keepable.ts'
import { mergeDrafts, type Side, settleClashes } from '../draft/merge.ts'
import { fieldsBetween, toFields } from '../draft/request.ts'
import {
  type Changes,
  createDraft,
  discardDraft,
  knownVersionOf,
  readPost,
  saveChanges,
  type Written,
  wordBirth,
} from './calls.ts'
import { type Copy, dropCopy, type KnownVersion, keepCopy, type Release } from './copies.ts'
import { isFinal, isStale, readSetback, type SaveState } from './save-state.ts'

const idleMs = 800
const longestWaitMs = 5_000
/** The unanswered saves that are remembered. */
const mostSent = 8

export interface RoomView {
  readonly draft: Draft
  readonly save: SaveState
  /** The version that the service has; null: it has none yet. */
  readonly base: KnownVersion | null
  /** Fields that were taken over from somebody else's change, since this page opened. */
  readonly taken: readonly string[]
  /** When the copy was written from which this page went on; null: there was none. */
  readonly restoredFrom: string | null
}

interface RoomSettings {
  readonly copy: Copy
  readonly accounts: readonly Account[]
  readonly restoredFrom: string | null
  readonly release: Release
  readonly onCreated: (postId: string) => void
}

/**
 * Keeps a post while it is written. Each change is kept in this browser at once. A draft is also saved by itself, one
 * request at a time; a scheduled post only when the user says so, because a half-written sentence must not go out.
 */
export class DraftRoom {
  readonly #settings: RoomSettings
  readonly #listeners = new Set<() => void>()
  #view: RoomView
  #copy: Copy
  #saving: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | null = null
  #firstChangeAt = 0
  #failures = 0
  #lastError: Error | null = null
  #isClosed = false
  #isBornHere = false

  constructor(settings: RoomSettings) {
    const { copy, restoredFrom } = settings
    this.#settings = settings
    this.#copy = copy
    this.#view = { draft: copy.draft, base: copy.base, save: { kind: 'blank' }, taken: [], restoredFrom }
    if (restoredFrom !== null || copy.isGiven) this.#noteChange()
    else if (copy.base) this.#show({ save: { kind: 'saved' } })
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly view = (): RoomView => this.#view

  /** Changes the draft. What was accepted of the former words is not accepted of the new ones. */
  readonly change = (changes: Partial<Draft>): void =>
    this.update((before) => ({ ...before, confirmed: [], ...changes }))

  readonly update = (revise: (before: Draft) => Draft): void => {
    this.#show({ draft: revise(this.#view.draft) })
    this.#noteChange()
  }

  /** Saves at once what is not saved yet. Resolves when the service has it, or the state says why not. */
  readonly flush = async (): Promise<void> => {
    this.#clearTimer()
    await this.#saving
    if (this.#mayAutosave()) await this.#save()
  }

  /** Tries again now, because the reason of a failure may be gone. */
  readonly retry = (): void => {
    const { kind } = this.#view.save
    if (kind !== 'waiting' && kind !== 'refused') return
    this.#failures = 0
    void this.#save()
  }

  /** Saves the draft together with what makes it go out. The error is thrown, and the words are kept. */
  readonly arm = async (changes: Changes): Promise<string> => {
    await this.flush()
    const { base, draft, save } = this.#view
    if (save.kind === 'refused') throw save.error
    if (!base) throw this.#lastError ?? new Error('The post has no text yet.')
    try {
      this.#keepBase(await saveChanges(base, draft, this.#settings.accounts, changes), draft)
    } catch (error) {
      if (isStale(error)) await this.#meet()
      throw error
    }
    this.#show({ save: { kind: 'saved' } })
    return base.id
  }

  /** Compares with the post as it is at the service, after it was told to have changed. */
  readonly notice = async (updatedAt: string): Promise<void> => {
    await this.#saving
    const { base, save } = this.#view
    if (!base || save.kind === 'conflict' || updatedAt <= base.updatedAt || this.#isClosed) return
    await this.#meet().catch(() => {})
  }

  /** Ends a conflict: each field is taken from the side that the user chose. */
  readonly settle = (sides: Readonly<Record<string, Side>>): void => {
    const { save, draft } = this.#view
    if (save.kind !== 'conflict') return
    const settled = settleClashes(draft, save.theirs.draft, save.clashes, sides)
    this.#show({ draft: settled, base: save.theirs, save: { kind: 'edited' } })
    this.#noteChange()
  }

  /** Goes on with these words as a new draft, because the post can no longer take them. */
  readonly detach = (): void => {
    this.#copy = { ...this.#copy, postId: null, base: null, birth: null }
    this.#show({ base: null, save: { kind: 'edited' }, draft: { ...this.#view.draft, at: null } })
    this.#noteChange()
  }

  /** Forgets the copy of this browser: the service has all of it. */
  readonly forget = async (): Promise<void> => {
    this.#isClosed = true
    this.#clearTimer()
    await dropCopy(this.#copy.id).catch(() => {})
  }

  readonly close = async (): Promise<void> => {
    if (!this.#isClosed) await this.flush()
    if (!this.#isClosed) await this.#discardIfBlank()
    this.#isClosed = true
    this.#clearTimer()
    this.#settings.release()
  }

  /** A post that was begun here and has no words left was a thought that came to nothing. */
  async #discardIfBlank(): Promise<void> {
    const { base, draft } = this.#view
    if (this.#isBornHere && base?.isDraft && isBlank(draft)) await discardDraft(base.id).catch(() => {})
  }

  #show(changes: Partial<RoomView>): void {
    this.#view = { ...this.#view, ...changes }
    for (const listener of this.#listeners) listener()
  }

  #isDirty(): boolean {
    const { base, draft } = this.#view
    if (!base) return !isBlank(draft)
    const { accounts } = this.#settings
    return Object.keys(fieldsBetween(toFields(base.draft, accounts), toFields(draft, accounts))).length > 0
  }

  #mayAutosave(): boolean {
    const { base, save } = this.#view
    return save.kind !== 'conflict' && (base?.isDraft ?? true) && this.#isDirty()
  }

  /** Keeps a copy, and saves after a pause, or after a while of writing without one. */
  #noteChange(): void {
    this.#keep()
    const { base, save } = this.#view
    if (save.kind === 'conflict' || this.#isClosed) return
    const isDirty = this.#isDirty()
    const isPlanned = base !== null && !base.isDraft
    if (isPlanned || !isDirty) {
      this.#show({ save: { kind: !isDirty ? (base ? 'saved' : 'blank') : 'held' } })
      return
    }
    // While the service does not answer, its own pause counts.
    if (save.kind === 'waiting') return
    if (save.kind !== 'saving') this.#show({ save: { kind: 'edited' } })
    if (this.#timer === null) this.#firstChangeAt = Date.now()
    this.#plan(Math.max(0, Math.min(idleMs, this.#firstChangeAt + longestWaitMs - Date.now())))
  }

  #plan(pauseMs: number): void {
    this.#clearTimer()
    this.#timer = setTimeout(() => {
      this.#timer = null
      void this.#save()
    }, pauseMs)
  }

  #clearTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  /** One save at a time: what is written meanwhile goes with the next. */
  async #save(): Promise<void> {
    if (this.#saving) return await this.#saving
    this.#saving = this.#saveOnce().finally(() => {
      this.#saving = null
    })
    await this.#saving
    if (this.#view.save.kind === 'saved' && this.#mayAutosave()) this.#noteChange()
  }

  async #saveOnce(): Promise<void> {
    const { draft, base } = this.#view
    this.#clearTimer()
    this.#show({ save: { kind: 'saving' } })
    try {
      if (base) await this.#change(base, draft)
      else await this.#create(draft)
      this.#failures = 0
      await this.#showSaved()
    } catch (error) {
      await this.#recover(error)
    }
  }

  async #change(base: KnownVersion, draft: Draft): Promise<void> {
    // Kept before it is sent: if its answer is lost, what the service then has is no change of somebody else.
    this.#copy = { ...this.#copy, sent: [...this.#copy.sent, keepable(draft)].slice(-mostSent) }
    this.#keep()
    this.#keepBase(await saveChanges(base, draft, this.#settings.accounts), draft)
    this.#copy = { ...this.#copy, sent: [] }
  }

  async #create(draft: Draft): Promise<void> {
    const birth = this.#copy.birth ?? wordBirth(draft, this.#settings.accounts)
    this.#copy = { ...this.#copy, birth }
    this.#keep()
    const written = await createDraft(this.#copy.profileId, birth).catch((error: unknown) => {
      // A request that was refused made nothing; the next one may say something else.
      if (isFinal(error)) this.#copy = { ...this.#copy, birth: null }
      throw error
    })
    this.#copy = { ...this.#copy, birth: null, postId: written.post.id }
    this.#keepBase(written, birth.draft)
    this.#isBornHere = true
    this.#settings.onCreated(written.post.id)
  }

  async #recover(error: unknown): Promise<void> {
    try {
      if (isStale(error)) return await this.#meet()
      if (!(error instanceof Error)) throw error
      this.#meetSetback(error)
    } catch (next) {
      if (next instanceof Error) this.#meetSetback(next)
    }
  }

  #meetSetback(error: Error): void {
    const { state, retryMs } = readSetback(error, this.#failures)
    this.#failures += 1
    this.#lastError = error
    this.#show({ save: state })
    this.#keep()
    if (retryMs !== null && !this.#isClosed) this.#plan(retryMs)
  }

  /** Merges with what somebody else has saved meanwhile. */
  async #meet(): Promise<void> {
    const { base } = this.#view
    if (!base) return
    const written = await readPost(base.id, this.#settings.accounts)
    const theirs = knownVersionOf(written, written.draft)
    const { draft: mine } = this.#view
    const { draft, clashes, taken } = mergeDrafts([base.draft, ...this.#copy.sent], mine, theirs.draft)
    this.#show({ draft, taken: [...new Set([...this.#view.taken, ...taken])] })
    if (clashes.length > 0) this.#show({ save: { kind: 'conflict', clashes, mine, theirs } })
    else {
      this.#copy = { ...this.#copy, sent: [] }
      this.#show({ base: theirs })
      await this.#showSaved()
      this.#noteChange()
    }
    this.#keep()
  }

  /** Drops the copy first: a tab that closes once it says “saved” must not bring back what the service has. */
  async #showSaved(): Promise<void> {
    if (!this.#isDirty() && !isUploading(this.#view.draft)) await dropCopy(this.#copy.id).catch(() => {})
    this.#show({ save: { kind: 'saved' } })
  }

  #keepBase(written: Written, draft: Draft): void {
    this.#show({ base: knownVersionOf(written, draft) })
  }

  #keep(): void {
    if (this.#isClosed) return
    const { draft, base } = this.#view
    if (!this.#isDirty() && !this.#copy.birth) return
    this.#copy = { ...this.#copy, draft: keepable(draft), base, savedAt: new Date().toISOString() }
    // A browser that keeps nothing (a private window, a full disk) still saves to the service.
    void keepCopy(this.#copy).catch(() => {})
  }
}
