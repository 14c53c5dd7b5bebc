import { z } from 'zod'
import { CallFailed, type Http, type Step } from '#connectors/connector.ts'
import { bareCard, readCard } from './card.ts'
import type { Grant } from './grant.ts'
import type { Memo } from './memo.ts'
import { pieceAt, stepOf } from './pieces.ts'
import { query } from './wire.ts'

const nameMs = 5_000
const pauseMs = 5_000

/** Looks up who is mentioned and what is linked to. Neither can keep the post from going out. */
export const look: Step<Grant, Memo> = {
  repeat: 'safe',
  deadlineMs: 60_000,
  async run({ http, grant }, post, memo) {
    const piece = pieceAt(post, memo)
    const { dids, nobody, unasked } = await resolveAll(http, grant, piece.mentions)
    if (unasked && memo.looked !== true)
      return { memo: { ...memo, looked: true }, then: stepOf('look', piece), afterMs: pauseMs }
    const { card: wish } = piece
    const found = wish && (await readCard(http, wish.uri))
    const card = wish && (found ?? (wish.isOnlyPlace ? bareCard(wish.uri) : null))
    const then = stepOf(piece.media.length > 0 || card?.picture ? 'upload' : 'build', piece)
    return { memo: { ...memo, dids, card }, then, ...warningOf(nobody) }
  },
}

const warningOf = (names: readonly string[]) =>
  names.length === 0
    ? {}
    : { warning: `Nobody was found on Bluesky for ${names.map((name) => `@${name}`).join(', ')}: left as plain text.` }

async function resolveAll(http: Http, grant: Grant, names: readonly string[]) {
  const dids: Record<string, string> = {}
  const nobody: string[] = []
  let unasked = false
  for (const name of names) {
    try {
      dids[name] = await resolveHandle(http, grant.server, name, nameMs)
    } catch (error) {
      if (!(error instanceof CallFailed) || error.failure.status === 429) throw error
      nobody.push(name)
      unasked ||= error.failure.status !== 400
    }
  }
  return { dids, nobody, unasked }
}

const did = z.string().regex(/^did:[a-z]+:[a-zA-Z0-9._:%-]+$/)

export async function resolveHandle(http: Http, server: string, handle: string, timeoutMs: number): Promise<string> {
  const nsid = 'com.atproto.identity.resolveHandle'
  return (await query(http, { server, nsid, params: { handle }, timeoutMs }, z.object({ did }))).did
}
