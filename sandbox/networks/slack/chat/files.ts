import type { Answer, Incoming } from '../../../core/http/request.ts'
import type { Route } from '../../../core/network.ts'
import { networkPage } from '../../../core/pages/frame/network-page.ts'
import type { Platform } from '../state/platform.ts'
import type { ChatFile, Person } from '../state/records.ts'
import { fail } from '../wire/answers.ts'
import type { ApiCall, Method } from '../wire/api.ts'

/** Stores a file that a person sends. */
export function keepFile(
  platform: Platform,
  owner: Person,
  file: Pick<ChatFile, 'name' | 'mimetype' | 'bytes'>,
): ChatFile {
  const stored = { ...file, owner, id: platform.idWith('F') }
  platform.files.set(stored.id, stored)
  return stored
}

/** Methods about files. */
export const fileMethods: readonly Method[] = [{ name: 'files.info', scope: 'files:read', run: readFile }]

function readFile({ platform, workspace, text }: ApiCall): object {
  const file = platform.files.get(text('file'))
  if (file?.owner.workspace !== workspace || !platform.rules.filesFound) return fail('file_not_found')
  return { file: fullFile(platform, file) }
}

/** A file as deliveries show it. */
export const shownFile = (platform: Platform, file: ChatFile): object =>
  platform.rules.filesByInfo ? { id: file.id, file_access: 'check_file_info' } : fullFile(platform, file)

/** Returns a file with its URLs, which need the app's token. */
function fullFile(platform: Platform, { id, name, mimetype, bytes, owner }: ChatFile): object {
  const url = `${platform.base()}/files-pri/${owner.workspace.id}-${id}`
  return {
    id,
    name,
    title: name,
    mimetype,
    filetype: name.split('.').at(-1),
    size: bytes.length,
    user: owner.id,
    mode: 'hosted',
    is_external: false,
    url_private: `${url}/${encodeURIComponent(name)}`,
    url_private_download: `${url}/download/${encodeURIComponent(name)}`,
  }
}

/** Downloads. Without a token that may read files, the response is a login page with status 200. */
export function fileRoutes(platform: Platform): readonly Route[] {
  const handle = (incoming: Incoming) => download(platform, incoming)
  const route = { method: 'GET', call: 'file', token: 'access', handle } as const
  return [
    { ...route, path: '/files-pri/:file/:name' },
    { ...route, path: '/files-pri/:file/download/:name' },
  ]
}

function download(platform: Platform, { params, bearer }: Incoming): Answer {
  const [team = '', id = ''] = (params.file ?? '').split('-')
  const file = platform.files.get(id)
  const token = bearer === null ? null : platform.tokens.find(bearer)
  const mayRead =
    token &&
    platform.tokens.isLive(token) &&
    token.grant.scopes.includes('files:read') &&
    file?.owner.workspace.id === team
  if (!file || !mayRead || token.grant.person.workspace !== file.owner.workspace)
    return networkPage({ status: 200, title: 'Sign in', signed: ' | Slack', body: '<p>Sign in to Slack</p>' })
  return { status: 200, headers: { 'content-type': file.mimetype }, body: file.bytes }
}
