import { type Answer, type Incoming, ok } from '../../../core/http/request.ts'
import { noToken, route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { accountNamed, type RepoDeps } from '../auth/owner.ts'
import { type Stored, uriOf } from '../state/repo.ts'
import { limitOf, param } from '../wire/input.ts'
import { no } from '../wire/refusals.ts'

/** Calls that read the records themselves. They need no token and see a write immediately. */
export function readRoutes({ accounts, repo, blobs }: RepoDeps): readonly Route[] {
  const repoOf = (incoming: Incoming) => accountNamed(accounts, param(incoming, 'repo'))

  function getRecord(incoming: Incoming): Answer {
    const account = repoOf(incoming)
    const uri = uriOf(account, param(incoming, 'collection'), param(incoming, 'rkey'))
    const stored = repo.find(uri)
    const cid = incoming.query.get('cid')
    if (!stored || account.status !== null || (cid !== null && cid !== stored.cid))
      return no(400, 'RecordNotFound', `Could not locate record: ${uri}`)
    return ok(shown(stored))
  }

  function listRecords(incoming: Incoming): Answer {
    const limit = limitOf(incoming, { max: 100, usual: 50 })
    const forward = incoming.query.get('reverse') === 'true'
    const cursor = incoming.query.get('cursor')
    const all = repo.list(repoOf(incoming), param(incoming, 'collection'))
    const sorted = all.toSorted((a, b) => (a.key < b.key === forward ? -1 : 1))
    const rest = cursor ? sorted.filter(({ key }) => (forward ? key > cursor : key < cursor)) : sorted
    const records = rest.slice(0, limit)
    const last = records.at(-1)?.key
    return ok({ records: records.map(shown), ...(last === undefined ? {} : { cursor: last }) })
  }

  function describeRepo(incoming: Incoming): Answer {
    const account = repoOf(incoming)
    const { handle, did } = account
    return ok({ handle, did, collections: repo.collections(account), handleIsCorrect: true })
  }

  /** Returns whether a repository exists, even to strangers and for accounts that can no longer sign in. */
  function getRepoStatus(incoming: Incoming): Answer {
    const { did, status } = accountNamed(accounts, param(incoming, 'did'))
    return ok({ did, active: status === null, ...(status === null ? {} : { status }) })
  }

  function getBlob(incoming: Incoming): Answer {
    const account = accountNamed(accounts, param(incoming, 'did'))
    const blob = blobs.find(account, param(incoming, 'cid')) ?? no(400, 'BlobNotFound', 'Blob not found')
    return { status: 302, headers: { location: blob.url } }
  }

  const read = (name: string, handle: Route['handle']): Route =>
    route('GET', `/xrpc/com.atproto.${name}`, name.split('.').at(-1) ?? name, noToken, handle)
  return [
    read('repo.getRecord', getRecord),
    read('repo.listRecords', listRecords),
    read('repo.describeRepo', describeRepo),
    read('sync.getBlob', getBlob),
    read('sync.getRepoStatus', getRepoStatus),
  ]
}

const shown = ({ uri, cid, value }: Stored) => ({ uri, cid, value })
