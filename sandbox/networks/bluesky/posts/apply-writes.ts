import type { Answer, Incoming } from '../../../core/http/request.ts'
import { route, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { checkSwapCommit, type Input, ownerOf, type RepoDeps, validateOf, wordOf } from '../auth/owner.ts'
import { type Stored, uriOf } from '../state/repo.ts'
import { invalid, no } from '../wire/refusals.ts'
import type { Prepared } from './write.ts'

type Step =
  | { readonly kind: 'create' | 'update'; readonly prepared: Prepared }
  | { readonly kind: 'delete'; readonly stored: Stored | null }

const points = { create: 3, update: 2, delete: 1 } as const
const name = 'com.atproto.repo.applyWrites'

/**
 * Applies many writes, all or none: every write is checked before the first is stored. A later write may refer to an
 * earlier one.
 */
export function applyWritesRoute(deps: RepoDeps): Route {
  const { repo, writer, rates } = deps
  function applyWrites(incoming: Incoming): Answer {
    const { account, input } = ownerOf(incoming, deps)
    const writes = Array.isArray(input.writes) ? input.writes : invalid('Input must have the property "writes"')
    if (writes.length > 200) return invalid('Too many writes. Max: 200')
    checkSwapCommit(account, input, repo)

    const cids = new Map<string, string>()
    const steps = writes.map((write: unknown, index): Step => {
      if (typeof write !== 'object' || write === null) return invalid(`Input/writes/${index} must be an object`)
      const given: Input = { ...write }
      const kind =
        kindOf(given.$type) ?? invalid(`Input/writes/${index} $type must be one of #create, #update, #delete`)
      const collection = wordOf(given, 'collection')
      const key = kind === 'create' && given.rkey === undefined ? repo.newKey() : wordOf(given, 'rkey')
      const uri = uriOf(account, collection, key)
      if (kind === 'delete') return { kind, stored: repo.find(uri) }
      if (kind === 'create' && (repo.find(uri) || cids.has(uri)))
        return no(500, 'InternalServerError', 'Internal Server Error')
      const record = { collection, key, record: given.value, validate: validateOf(input) }
      const prepared = writer.prepare(account, record, cids)
      cids.set(uri, prepared.record.cid)
      return { kind, prepared }
    })
    const cost = steps.reduce((sum, { kind }) => sum + points[kind], 0)
    const headers = rates.spend('write', account.did, cost)

    for (const step of steps) {
      if (step.kind !== 'delete') writer.store(step.prepared, repo.find(step.prepared.record.uri) ? 'changed' : 'new')
      else if (step.stored) writer.remove(step.stored)
    }
    const commit = repo.commit(account, [...cids.keys()])
    return { status: 200, headers, body: { commit, results: steps.map(resultOf) } }
  }
  return route('POST', `/xrpc/${name}`, 'applyWrites', { ...writing, accepts: ['json'] }, applyWrites)
}

function resultOf(step: Step): object {
  if (step.kind === 'delete') return { $type: `${name}#deleteResult` }
  const { record, validationStatus } = step.prepared
  return { $type: `${name}#${step.kind}Result`, uri: record.uri, cid: record.cid, validationStatus }
}

function kindOf(type: unknown): Step['kind'] | null {
  if (type === `${name}#create`) return 'create'
  if (type === `${name}#update`) return 'update'
  return type === `${name}#delete` ? 'delete' : null
}
