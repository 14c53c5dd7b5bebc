import assert from 'node:assert/strict'
import { everyNetwork } from '../connector-suite/networks/index.ts'
import { done } from '../world/people.ts'
import type { KindStage } from './stage.ts'
import { bodyOf, type Case, quotedText } from './written.ts'

/** Publishes a post on each network that supports quotes. Returns how a kind refers to the one that it quotes. */
export async function publishQuotable(stage: KindStage): Promise<(one: Case) => string | undefined> {
  const ids = new Map<string, string>()
  for (const network of Object.values(everyNetwork)) {
    const [kind] = network.kinds
    if (!kind || !network.kinds.some(({ quotes }) => quotes)) continue
    const account = await stage.connect(network, kind)
    const body = bodyOf(stage, { network, kind, title: kind.name }, account, quotedText)
    ids.set(network.connector.network, done(await stage.by.post('/v1/posts', body), 201).body.id)
  }
  await stage.settle()
  const targets = new Map<string, { readonly platformUrl: string | null; readonly platformPostId: string | null }>()
  for (const [network, id] of ids) targets.set(network, done(await stage.by.get(`/v1/posts/${id}`)).body.targets[0])
  return ({ network, kind }) => {
    if (!kind.quotes) return undefined
    const target = targets.get(network.connector.network)
    const name = kind.quotes.by === 'url' ? target?.platformUrl : target?.platformPostId
    return name ?? assert.fail(`the post to quote on ${network.connector.network} has no name`)
  }
}
