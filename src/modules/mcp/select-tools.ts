import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { text } from '#infra/http/schemas.ts'
import { refuseInput } from '#kernel/errors.ts'
import { readSelection, type ToolSelection, toolsetNames } from '#tasks/mcp/toolsets.ts'

/** The tools that an agent wants, in the URL that it was given: `/mcp?toolsets=posts,analytics&readOnly=true`. */
export const selectionQuery = z.strictObject({
  toolsets: text(1, 500).optional(),
  readOnly: z.enum(['true', 'false']).optional(),
})

/** Reads the selection from the URL, or else from the headers that agents can be configured to send. */
export function selectTools(query: z.output<typeof selectionQuery>, headers: IncomingHttpHeaders): ToolSelection {
  const sent = (name: string): string | undefined => [headers[name]].flat()[0]
  const selection = readSelection({
    toolsets: query.toolsets ?? sent('x-mcp-toolsets'),
    readOnly: (query.readOnly ?? sent('x-mcp-readonly')) === 'true',
  })
  if (typeof selection !== 'string') return selection
  return refuseInput({
    path: query.toolsets === undefined ? '/headers/x-mcp-toolsets' : '/query/toolsets',
    code: 'invalid_value',
    message: `must be toolsets separated by commas: ${toolsetNames.join(', ')}`,
  })
}
