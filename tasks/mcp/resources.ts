import { type McpServer, type Resource, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import { PosthornError } from '#sdk/index.ts'
import { listAccounts } from '../accounts/list-accounts.ts'
import { getStatus } from '../posts/get-status.ts'
import { listQueue } from '../posts/list-queue.ts'
import { listProfiles } from '../profiles/list-profiles.ts'
import { runTask } from '../run-task.ts'
import type { Task } from '../task.ts'
import { localResult } from './local-result.ts'
import type { ToolDeps } from './tools.ts'

const mimeType = 'application/json'
const scheme = 'posthorn:/'

/** Adds the resources that an agent can read: profiles with their accounts, the queue, and posts. */
export function addResources(server: McpServer, { openApi }: ToolDeps): void {
  const read = async (uri: URL, task: Task, input: object = {}) => {
    const api = openApi()
    const outcome = await runTask(task, api, input, { timezone: 'UTC' }, (result) => localResult(api, result))
    if (!outcome.ok) throw new ResourceNotFoundError(uri.href, outcome.text)
    return { contents: [{ uri: uri.href, mimeType, text: JSON.stringify(outcome.result) }] }
  }
  server.registerResource(
    'profiles',
    `${scheme}/profiles`,
    { title: 'Brands', description: listProfiles.about, mimeType },
    (uri) => read(uri, listProfiles),
  )
  server.registerResource(
    'queue',
    `${scheme}/queue`,
    { title: 'Queue', description: listQueue.about, mimeType },
    (uri) => read(uri, listQueue),
  )
  server.registerResource(
    'profile',
    new ResourceTemplate(`${scheme}/profiles/{id}`, {
      list: listAllowed(async () => {
        const { profiles } = await listProfiles.run(openApi(), {})
        return profiles.map(({ id, name }) => ({ uri: `${scheme}/profiles/${id}`, name, mimeType }))
      }),
    }),
    { title: 'Accounts on a brand', description: listAccounts.about, mimeType },
    (uri, { id }) => read(uri, listAccounts, { profile: id }),
  )
  server.registerResource(
    'post',
    new ResourceTemplate(`${scheme}/posts/{id}`, {
      list: listAllowed(async () => {
        const { posts } = await listQueue.run(openApi(), { limit: 20 })
        return posts.map(({ id, content }) => ({
          uri: `${scheme}/posts/${id}`,
          name: content.replaceAll(/\s+/g, ' ').slice(0, 60).toWellFormed() || id,
          mimeType,
        }))
      }),
    }),
    { title: 'Post', description: getStatus.about, mimeType },
    (uri, { id }) => read(uri, getStatus, { post: id }),
  )
}

/**
 * Returns an empty list if the key lacks the scope. Agents read all lists on startup, and some would stop on an error.
 */
const listAllowed = (list: () => Promise<Resource[]>) => async () => {
  try {
    return { resources: await list() }
  } catch (error) {
    if (error instanceof PosthornError && error.code === 'scope_required') return { resources: [] }
    throw error
  }
}
