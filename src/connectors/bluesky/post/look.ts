import { ownFailure } from '#connectors/api/json-api.ts'
import type { Http, Step } from '#connectors/connector.ts'
import { errorNameOf } from '../api/error-name.ts'
import { resolveHandle } from '../api/resolve-handle.ts'
import type { Grant } from '../auth/grant.ts'
import { bareCard, readCard } from '../media/card.ts'
import type { Card, Memo, Ref } from '../memo.ts'
import { askQuoted } from './ask-quoted.ts'
import { type CardRequest, pieceAt, stepOf } from './pieces.ts'
import { type Quoted, quoteMissing } from './quoted.ts'
import { clip } from './record.ts'

const nameMs = 5_000

/** Looks up mentions, the post to quote and the linked page. A handle without an account, or a page without metadata, stays text. */
export const look: Step<Grant, Memo> = {
  repeat: 'safe',
  deadlineMs: 60_000,
  async run({ http, grant }, post, memo) {
    const piece = pieceAt(post, memo)
    const { dids, nobody } = await resolveAll(http, grant, piece.mentions)
    const quote = piece.quoted === null ? {} : { quote: await findQuoted(http, grant, piece.quoted) }
    const { card: requestedCard } = piece
    const found = requestedCard && (await readCard(http, requestedCard.uri))
    const noCard = typeof found === 'string' ? found : null
    const card = typeof found === 'string' ? bareCardFor(requestedCard) : found
    const then = stepOf(piece.media.length > 0 || card?.picture ? 'upload' : 'build', piece)
    const warnings = [...nobodyWarning(nobody), ...cardWarning(requestedCard, noCard)]
    return {
      memo: { ...memo, dids, card, ...quote },
      then,
      ...(warnings.length > 0 ? { warning: warnings.join(' ') } : {}),
    }
  },
}

async function findQuoted(http: Http, grant: Grant, quoted: Quoted): Promise<Ref> {
  const { actor } = quoted
  if (actor.startsWith('did:')) return await askQuoted(http, grant, actor, quoted)
  const { dids } = await resolveAll(http, grant, [actor])
  const author = dids[actor]
  if (author === undefined) throw ownFailure(quoteMissing)
  return await askQuoted(http, grant, author, quoted)
}

const bareCardFor = (requestedCard: CardRequest | null): Card | null =>
  requestedCard?.isOnlyPlace ? bareCard(requestedCard.uri) : null

const nobodyWarning = (names: readonly string[]): string[] =>
  names.length === 0
    ? []
    : [`Bluesky has no account for ${names.map((name) => `@${name}`).join(', ')}, so it stays plain text.`]

function cardWarning(requestedCard: CardRequest | null, why: string | null): string[] {
  if (!requestedCard || why === null) return []
  const what = requestedCard.isOnlyPlace ? 'has a card with only its URL' : 'has no card'
  return [`${clip(requestedCard.uri, maxShown)} ${what}: ${why}.`]
}

const maxShown = 200

async function resolveAll(http: Http, grant: Grant, names: readonly string[]) {
  const dids: Record<string, string> = {}
  const nobody: string[] = []
  for (const name of names) {
    try {
      dids[name] = await resolveHandle(http, grant.server, name, nameMs)
    } catch (error) {
      if (!noSuchHandle.has(errorNameOf(error) ?? '')) throw error
      nobody.push(name)
    }
  }
  return { dids, nobody }
}

/**
 * The error names for a handle without an account. Any other failure says nothing about the handle.
 */
const noSuchHandle = new Set(['InvalidRequest', 'HandleNotFound'])
