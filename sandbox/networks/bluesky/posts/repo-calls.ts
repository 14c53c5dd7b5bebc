import type { Answer, Incoming } from '../../../core/http/request.ts'
import { route, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { checkSwapCommit, type Input, ownerOf, type RepoDeps, validateOf, wordOf } from '../auth/owner.ts'
import { blobJson } from '../media/blobs.ts'
import { sniff } from '../media/sniff.ts'
import { type Stored, uriOf } from '../state/repo.ts'
import { invalid, no } from '../wire/refusals.ts'
import type { Prepared } from './write.ts'

/** The writing calls of com.atproto.repo.*: individual records, and blobs. */
export function repoRoutes(deps: RepoDeps): readonly Route[] {
  const { sessions, repo, writer, blobs, rates, rules } = deps

  const given = (input: Input, key: string) => ({
    collection: wordOf(input, 'collection'),
    key,
    record: input.record,
    validate: validateOf(input),
  })

  function createRecord(incoming: Incoming): Answer {
    const { account, input } = ownerOf(incoming, deps)
    const headers = rates.spend('write', account.did, 3)
    const key = input.rkey === undefined ? repo.newKey() : wordOf(input, 'rkey')
    const prepared = writer.prepare(account, given(input, key))
    checkSwapCommit(account, input, repo)
    // The real server responds with 500 to a key that is in use, although it should reject it.
    if (repo.find(prepared.record.uri)) return no(500, 'InternalServerError', 'Internal Server Error')
    writer.store(prepared, 'new')
    return { status: 200, headers, body: { ...written(prepared), commit: repo.commit(account, [prepared.record.uri]) } }
  }

  function putRecord(incoming: Incoming): Answer {
    const { account, input } = ownerOf(incoming, deps)
    const headers = rates.spend('write', account.did, 2)
    const prepared = writer.prepare(account, given(input, wordOf(input, 'rkey')))
    checkSwapCommit(account, input, repo)
    const old = repo.find(prepared.record.uri)
    checkRecordSwap(input, old)
    if (old?.cid === prepared.record.cid) return { status: 200, headers, body: written(prepared) }
    writer.store(prepared, old ? 'changed' : 'new')
    return { status: 200, headers, body: { ...written(prepared), commit: repo.commit(account, [prepared.record.uri]) } }
  }

  function deleteRecord(incoming: Incoming): Answer {
    const { account, input } = ownerOf(incoming, deps)
    const headers = rates.spend('write', account.did, 1)
    const uri = uriOf(account, wordOf(input, 'collection'), wordOf(input, 'rkey'))
    checkSwapCommit(account, input, repo)
    const old = repo.find(uri)
    checkRecordSwap(input, old)
    if (!old) return { status: 200, headers, body: {} }
    writer.remove(old)
    return { status: 200, headers, body: { commit: repo.commit(account, [uri]) } }
  }

  function uploadBlob(incoming: Incoming): Answer {
    const account = sessions.signedIn(incoming)
    if (incoming.body.kind !== 'bytes' || incoming.body.mime === '')
      return invalid('Request encoding (Content-Type) required but not provided')
    const headers = rates.spend('blob', account.did)
    const { file, mime } = incoming.body
    const blob = blobs.add(account, file, sniff(file.bytes) ?? mime)
    return { status: 200, headers, body: { blob: blobJson(blob) } }
  }

  const write = (call: string, handle: Route['handle']): Route =>
    route('POST', `/xrpc/com.atproto.repo.${call}`, call, { ...writing, accepts: ['json'] }, handle)
  return [
    write('createRecord', createRecord),
    write('putRecord', putRecord),
    write('deleteRecord', deleteRecord),
    { ...write('uploadBlob', uploadBlob), accepts: ['bytes'], maxBytes: () => rules.maxBlobBytes },
  ]
}

/** Checks the record that a write claims to replace. Null means that no record exists there. */
function checkRecordSwap(input: Input, old: Stored | null): void {
  if (!Object.hasOwn(input, 'swapRecord')) return
  if ((old?.cid ?? null) !== input.swapRecord) no(400, 'InvalidSwap', `Record was at ${old?.cid ?? 'null'}`)
}

const written = ({ record, validationStatus }: Prepared) => ({ uri: record.uri, cid: record.cid, validationStatus })
