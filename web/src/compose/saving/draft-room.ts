import { makeStore, type Store } from '#web/lib/store.ts'
import { type Account, type Draft, isBlank, isUploading } from '../draft/draft.ts'
import { mergeDrafts, type Side, settleClashes } from '../draft/merge.ts'
import { hasChanged } from '../draft/request.ts'
import { type Changes, discardDraft, knownVersionOf, makePost, readPost, saveChanges } from './calls.ts'
import type { Copy, KnownVersion, Release } from './copies.ts'
import { KeptCopy } from './kept-copy.ts'
import { isStale, type RoomView, readSetback } from './save-state.ts'
import { SaveTimer } from './save-timer.ts'

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
  readonly #copy: KeptCopy
  readonly #timer = new SaveTimer(() => void this.#save())
  readonly view: Store<RoomView>
  #saving: Promise<void> | null = null
  #failures = 0
  #lastError: Error | null = null
  #isClosed = false
  #isBornHere = false

  constructor(settings: RoomSettings) {
    const { copy, restoredFrom } = settings
    const { draft, base } = copy
    this.#settings = settings
    this.#copy = new KeptCopy(copy)
    this.view = makeStore<RoomView>({ draft, base, save: { kind: 'blank' }, taken: [], restoredFrom })
    if (restoredFrom !== null || copy.isGiven) this.#noteChange()
    else if (base) this.#show({ save: { kind: 'saved' } })
  }

  /** Changes the draft. What was accepted of the former words is not accepted of the new ones. */
  readonly change = (changes: Partial<Draft>): void =>
    this.update((before) => ({ ...before, confirmed: [], ...changes }))

  readonly update = (revise: (before: Draft) => Draft): void => {
    this.#show({ draft: revise(this.#view.draft) })
    this.#noteChange()
  }

  /** Saves at once what is not saved yet. Resolves when the service has it, or the state says why not. */
  readonly flush = async (): Promise<void> => {
    this.#timer.clear()
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
    if (!base) throw this.#lastError ?? new Error('A blank draft was sent.')
    try {
      const written = await saveChanges(base, draft, this.#settings.accounts, changes)
      this.#show({ base: knownVersionOf(written, draft), save: { kind: 'saved' } })
    } catch (error) {
      if (isStale(error)) await this.#meet()
      throw error
    }
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
    this.#copy.detach()
    this.#show({ base: null, save: { kind: 'edited' }, draft: { ...this.#view.draft, at: null } })
    this.#noteChange()
  }

  /** Forgets the copy of this browser: the service has all of it. */
  readonly forget = async (): Promise<void> => {
    this.#isClosed = true
    this.#timer.clear()
    await this.#copy.drop()
  }

  readonly close = async (): Promise<void> => {
    if (!this.#isClosed) await this.flush()
    const { base, draft } = this.#view
    // A post that was begun here and has no words left was a thought that came to nothing.
    if (!this.#isClosed && this.#isBornHere && base?.isDraft && isBlank(draft))
      await discardDraft(base.id).catch(() => {})
    this.#isClosed = true
    this.#timer.clear()
    this.#settings.release()
  }

  get #view(): RoomView {
    return this.view.read()
  }

  #show(changes: Partial<RoomView>): void {
    this.view.write({ ...this.#view, ...changes })
  }

  #isDirty(): boolean {
    const { base, draft } = this.#view
    return base ? hasChanged(base.draft, draft, this.#settings.accounts) : !isBlank(draft)
  }

  #mayAutosave(): boolean {
    const { base, save } = this.#view
    return save.kind !== 'conflict' && (base?.isDraft ?? true) && this.#isDirty()
  }

  /** Keeps a copy, and plans a save where there is something to save. */
  #noteChange(): void {
    void this.#keep()
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
    this.#timer.noteChange()
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
    this.#timer.clear()
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
    this.#copy.noteSent(draft)
    void this.#keep()
    const written = await saveChanges(base, draft, this.#settings.accounts)
    this.#show({ base: knownVersionOf(written, draft) })
    this.#copy.forgetSent()
  }

  async #create(draft: Draft): Promise<void> {
    const made = await makePost(this.#copy, draft, this.#settings.accounts, () => this.#keep())
    this.#show({ base: knownVersionOf(made, made.draft) })
    this.#isBornHere = true
    this.#settings.onCreated(made.post.id)
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
    void this.#keep()
    if (retryMs !== null && !this.#isClosed) this.#timer.plan(retryMs)
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
      this.#copy.forgetSent()
      this.#show({ base: theirs })
      await this.#showSaved()
      this.#noteChange()
    }
    void this.#keep()
  }

  /** Drops the copy first: a tab that closes once it says “saved” must not bring back what the service has. */
  async #showSaved(): Promise<void> {
    if (!this.#isDirty() && !isUploading(this.#view.draft)) await this.#copy.drop()
    this.#show({ save: { kind: 'saved' } })
  }

  async #keep(): Promise<void> {
    if (this.#isClosed) return
    const { draft, base } = this.#view
    if (!this.#isDirty() && !this.#copy.birth) return
    await this.#copy.write(draft, base)
  }
}
