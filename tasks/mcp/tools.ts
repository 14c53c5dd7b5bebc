import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { catalogue } from '../catalogue.ts'
import { type Outcome, runTask } from '../run-task.ts'
import type { Api, Task } from '../task.ts'
import { describeOnce } from './describe-once.ts'
import { localResult } from './local-result.ts'
import { isSelected, type ToolSelection } from './toolsets.ts'

export interface ToolDeps {
  readonly selection: ToolSelection
  /** Opens the API for one call of a tool. */
  openApi(settings?: { readonly idempotencyKey?: string }): Api
  /** Called for unexpected errors. Their details are not shown to the agent. */
  onBug(error: unknown): void
}

/** For times without an offset. `localResult` gives each its own. */
const view = { timezone: 'UTC' }

/** Adds each selected task of the catalogue as a tool. */
export function addTools(server: McpServer, deps: ToolDeps): void {
  for (const { task, config } of tools.filter((one) => isSelected(deps.selection, one.task)))
    server.registerTool(task.name, config, (given) => callTool(task, given as Record<string, unknown>, deps))
}

/** Tasks that are not idempotent accept a key, so that an agent can safely repeat a call whose response was lost. */
const mayDoTwice = ({ effect }: Task): boolean => !effect.readOnly && !effect.idempotent

const key = z
  .string()
  .min(1)
  .max(255)
  .exactOptional()
  .describe('Repeat a call whose response was lost with the same key: nothing is created twice.')

/** All tools. They are described once, because each request creates a new server. */
const tools = catalogue.map((task) => ({ task, config: describeTool(task) }))

function describeTool(task: Task) {
  const { title, about: description, effect, input, output } = task
  const annotations = {
    title,
    readOnlyHint: effect.readOnly,
    destructiveHint: effect.destructive,
    idempotentHint: effect.idempotent,
    openWorldHint: !effect.readOnly,
  }
  const inputSchema = describeOnce(mayDoTwice(task) ? input.extend({ idempotencyKey: key }) : input)
  return { title, description, annotations, inputSchema, outputSchema: describeOnce(output) }
}

async function callTool(
  task: Task,
  given: Record<string, unknown>,
  { openApi, onBug }: ToolDeps,
): Promise<CallToolResult> {
  const { idempotencyKey, ...rest } = given
  const hasKey = mayDoTwice(task) && typeof idempotencyKey === 'string'
  try {
    const api = openApi(hasKey ? { idempotencyKey } : {})
    return asToolResult(await runTask(task, api, hasKey ? rest : given, view, (result) => localResult(api, result)))
  } catch (error) {
    onBug(error)
    return failed('Internal error. Use get_status or list_posts to check whether the change was made.')
  }
}

const asToolResult = (outcome: Outcome): CallToolResult =>
  outcome.ok
    ? { content: [{ type: 'text', text: outcome.text }], structuredContent: outcome.result }
    : failed(outcome.text)

const failed = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true })
