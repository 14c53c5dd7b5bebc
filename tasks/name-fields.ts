import { type InputFault, PosthornError } from '#sdk/index.ts'
import type { Task } from './task.ts'

/** The names that tasks have for fields of the API. A field that is not listed has the same name in both. */
const taskNames: Readonly<Record<string, readonly string[]>> = {
  assigneeUid: ['assignee'],
  endDate: ['to'],
  id: ['post', 'rule', 'conversation', 'reply', 'item'],
  'idempotency-key': ['idempotencyKey'],
  itemId: ['item'],
  lastItemId: ['lastItem'],
  planId: ['plan'],
  platform: ['network'],
  platforms: ['accounts', 'networks', 'targets'],
  platformUrl: ['url'],
  postId: ['post'],
  postIds: ['posts'],
  profileId: ['profile'],
  q: ['words'],
  resolve: ['found'],
  scheduledAt: ['at'],
  snoozedUntil: ['until'],
  startDate: ['from'],
  targetId: ['target'],
}

/** The parts of a request that the API names before a field. */
const parts: ReadonlySet<string> = new Set(['query', 'headers', 'path', 'params'])

/** The record of a task that has the values of all accounts for a field of each. */
const records: Readonly<Record<string, string>> = {
  ...{
    content: 'texts',
    format: 'formats',
    link: 'links',
    settings: 'settings',
    thread: 'threads',
    delaySeconds: 'delays',
  },
}

type Named = Pick<Task, 'input'>

const fieldOf = ({ input }: Named, name: string): string | null => {
  const has = (field: string) => field in input.shape || field === 'idempotencyKey'
  return has(name) ? name : (taskNames[name]?.find(has) ?? null)
}

/** Converts a pointer into a request of the API to one into the input of a task. Null if the task has no such field. */
export function pointerIn(task: Named, path: string): string | null {
  const [first = '', ...rest] = path.split('/').slice(1)
  if (parts.has(first) && rest.length > 0 && !(first in task.input.shape)) return pointerIn(task, `/${rest.join('/')}`)
  // The parts of a posting time are fields of the task.
  if (first === 'slot' && !('slot' in task.input.shape))
    return rest.length > 0 ? pointerIn(task, `/${rest.join('/')}`) : null
  // A task has one record for all accounts where the API has a field of each.
  const record = first === 'platforms' ? records[rest[1] ?? ''] : undefined
  if (record !== undefined && record in task.input.shape) return `/${record}`
  const field = fieldOf(task, first)
  if (field === null) return null
  if (first === 'platforms') return ['', field, ...rest.slice(0, 1)].join('/')
  if (first === 'thread' && rest[1] === 'content') return `/${field}/${rest[0]}`
  return ['', field, ...rest].join('/')
}

/** Names the fields of a task in the words of an error: `scheduledAt` becomes `at`. */
function namesIn(task: Named, text: string): string {
  return text.replaceAll(/`(\w+)`|(?<!\w)[a-z]+[A-Z]\w*/g, (word, quoted: string | undefined) => {
    const field = fieldOf(task, quoted ?? word)
    if (field === null) return word
    return quoted === undefined ? field : `\`${field}\``
  })
}

/** Names the fields of a task in a refusal of the API. An error about a field that the task lacks has no pointer. */
export function nameFields(task: Named, error: PosthornError): PosthornError {
  const { code, status, requestId, retryAfterMs, cause } = error
  const rename = (fault: InputFault): InputFault => ({
    ...fault,
    path: pointerIn(task, fault.path) ?? '',
    message: namesIn(task, fault.message),
    ...(fault.fix === undefined ? {} : { fix: namesIn(task, fault.fix) }),
  })
  const longestFirst = error.errors.map(({ path }) => path).sort((a, b) => b.length - a.length)
  const message = longestFirst.reduce((text, path) => {
    const pointer = path === '' ? null : pointerIn(task, path)
    return path === '' ? text : text.replaceAll(pointer === null ? `${path} ` : path, pointer ?? '')
  }, error.message)
  return new PosthornError({
    ...{ code, status, requestId, retryAfterMs, cause },
    message: namesIn(task, message),
    errors: error.errors.map(rename),
    warnings: error.warnings.map(rename),
  })
}

interface Issue {
  readonly path?: string
  readonly message: string
  readonly fix?: string
}

/** Names the fields of a task in the result of a check, which is its own result or a part of one. */
export function nameCheckedFields<Result extends Record<string, unknown>>(task: Named, result: Result): Result {
  const named = Object.entries(result).map(([name, value]) => {
    if (name === 'check' && typeof value === 'object' && value !== null)
      return [name, nameCheckedFields(task, value as Record<string, unknown>)]
    return issueLists.has(name) && Array.isArray(value)
      ? [name, value.map((one) => nameIssue(task, one))]
      : [name, value]
  })
  return Object.fromEntries(named) as Result
}

const issueLists: ReadonlySet<string> = new Set(['errors', 'warnings', 'hints'])

function nameIssue(task: Named, { path, ...issue }: Issue): Issue {
  const pointer = path === undefined ? null : pointerIn(task, path)
  return {
    ...issue,
    message: namesIn(task, issue.message),
    ...(issue.fix === undefined ? {} : { fix: namesIn(task, issue.fix) }),
    ...(pointer === null ? {} : { path: pointer }),
  }
}
