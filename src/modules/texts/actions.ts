import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { requireBelow } from '#kernel/caps.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { newId, type PostId, type SavedTextId, toWire } from '#kernel/ids.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import { decodeCursor, pageOf, uuidKey } from '#kernel/page.ts'
import type { Right } from '#kernel/rights.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { listTargetsOfPosts, postFor } from '#modules/posts/index.ts'
import { type AccessibleProfile, profileFor, requireProfileAccess } from '#modules/profiles/index.ts'
import type { TextDeps } from './deps.ts'
import type { TextBody, TextChanges, TextsQuery } from './schema.ts'
import { findContentFaults } from './state.ts'
import {
  countTexts,
  deleteText,
  findAutomatic,
  findText,
  insertText,
  listTexts,
  type TextRow,
  updateText,
} from './store.ts'
import { templateFrom } from './template-from.ts'

/** Lists a page of a profile's texts, newest first. */
export async function readTexts({ db }: TextDeps, caller: Caller, query: TextsQuery) {
  await profileFor(db, caller, query.profileId, 'read')
  const { profileId, kind = null, auto = null, q = null, cursor, limit } = query
  const before = cursor === undefined ? null : (decodeCursor(cursor, uuidKey) as SavedTextId)
  const rows = await listTexts(db, { profileId, kind, auto, q, before, limit: limit + 1 })
  const { items, ...rest } = pageOf(rows, limit, (last) => last.id)
  return { texts: [...items], ...rest }
}

/** Reads one text. */
export const readText = async (db: Db, caller: Caller, id: SavedTextId): Promise<TextRow> =>
  (await textFor(db, caller, id, 'read')).text

/** Creates a text. The profile is locked, so that two calls cannot take the last place. */
export async function createText(deps: TextDeps, tx: Tx, caller: Caller, body: TextBody): Promise<TextRow> {
  const profile = await profileFor(tx, caller, body.profileId, rightFor(body.auto))
  requireBelow(
    'savedTextsOfProfile',
    await countTexts(tx, body.profileId),
    'saved_texts_full',
    (most) => `A profile has at most ${most} saved texts. Delete one first.`,
  )
  await requireOneAutomatic(tx, body, null)
  const now = deps.clock.now()
  const text = await insertText(tx, {
    ...body,
    id: newId<'txt'>(now),
    version: 1,
    uses: 0,
    lastUsedAt: null,
    createdBy: caller.uid,
    createdAt: now,
    updatedAt: now,
  })
  await note(deps, tx, caller, profile, 'text.created', text)
  return text
}

/** Saves the content of a post as a template. */
export async function saveAsTemplate(deps: TextDeps, tx: Tx, caller: Caller, postId: PostId, name: string) {
  const post = await postFor(deps, tx, caller, postId, 'write')
  const targets = (await listTargetsOfPosts(tx, [post])).get(postId) ?? []
  return createText(deps, tx, caller, {
    profileId: post.profileId,
    kind: 'template',
    name,
    content: '',
    networkTexts: {},
    networks: [],
    auto: 'never',
    post: templateFrom(post, targets),
  })
}

/** Changes a text. Posts that used it stay as they are. */
export function changeText(deps: TextDeps, caller: Caller, id: SavedTextId, changes: TextChanges): Promise<TextRow> {
  return inTx(deps.db, async (tx) => {
    const { text, profile } = await textFor(tx, caller, id, 'write')
    const next = { ...text, ...omitUndefined(changes) } as TextRow
    for (const { auto } of [text, next]) requireProfileAccess(profile, caller, rightFor(auto))
    const faults = findContentFaults(next)
    if (faults.length > 0)
      refuseInput(...faults.map(({ path, message }) => ({ path: `/${path}`, code: 'invalid_value', message })))
    await requireOneAutomatic(tx, next, id)
    const updatedAt = deps.clock.now()
    const changed = await updateText(tx, { ...next, version: text.version + 1, updatedAt })
    await note(deps, tx, caller, profile, 'text.changed', changed)
    return changed
  })
}

/** Deletes a text. Posts that used it stay as they are. */
export function removeText(deps: TextDeps, caller: Caller, id: SavedTextId) {
  return inTx(deps.db, async (tx) => {
    const { text, profile } = await textFor(tx, caller, id, 'write', true)
    requireProfileAccess(profile, caller, rightFor(text.auto))
    await deleteText(tx, id)
    await note(deps, tx, caller, profile, 'text.deleted', text)
    return { ok: true as const, success: true as const }
  })
}

/** Returns a text by its ID and its profile. In a transaction, the profile is locked. */
export async function textFor(
  db: Db,
  caller: Caller,
  id: SavedTextId,
  needs: Right,
  alsoReadOnly = needs === 'read',
): Promise<{ readonly text: TextRow; readonly profile: AccessibleProfile }> {
  const { profileId } = (await findText(db, id)) ?? refuse('saved_text_not_found')
  const profile = await profileFor(db, caller, profileId, needs, { alsoReadOnly })
  return { profile, text: (await findText(db, id)) ?? refuse('saved_text_not_found') }
}

/** Returns the right that a text needs. One for new posts gets into the posts of others. */
const rightFor = (auto: string): Right => (auto === 'never' ? 'write' : 'publish')

/** Refuses a second text for new posts. The profile is locked. */
async function requireOneAutomatic(
  tx: Tx,
  { profileId, auto }: Pick<TextRow, 'profileId' | 'auto'>,
  own: SavedTextId | null,
): Promise<void> {
  if (auto === 'never') return
  const name = await findAutomatic(tx, profileId, own)
  if (name !== null)
    refuse('automatic_text_exists', { detail: `“${name}” is already for new posts. Set its \`auto\` to never first.` })
}

const note = (
  deps: TextDeps,
  tx: Tx,
  caller: Caller,
  { ownerUid }: AccessibleProfile,
  action: `text.${string}`,
  { id, profileId, name }: TextRow,
) =>
  writeAudit(tx, {
    at: deps.clock.now(),
    caller,
    ownerUid,
    action,
    subject: toWire('prof', profileId),
    changes: { [toWire('txt', id)]: action === 'text.deleted' ? { from: name, to: null } : { from: null, to: name } },
  })
