import { composeExample } from '#infra/http/openapi/examples.ts'

type Schema = Record<string, unknown>

interface Described {
  readonly operationId: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema: Schema
    readonly example?: unknown
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
}

export interface DescribedApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** Returns a TypeScript module with a client call for the request example of each operation. */
export function callsSource(document: DescribedApi): string {
  const calls = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ responses }) => !responses['200']?.content?.['text/event-stream'])
    .map(
      (operation) =>
        `  ${operation.operationId}: () => client.${operation.operationId}(${inputOf(document, operation)}),`,
    )
  return `import { createClient } from '@posthorn/sdk'

const { POSTHORN_URL = '', POSTHORN_TOKEN = '' } = process.env
const client = createClient({ url: POSTHORN_URL, token: POSTHORN_TOKEN, retry: { attempts: 1 } })
const file = new File(['text'], 'harbour.txt')

export const calls = {
${calls.join('\n')}
}
`
}

function inputOf({ components }: DescribedApi, { operationId, parameters = [], requestBody }: Described): string {
  const example = (schema: Schema, place: string) => composeExample(components.schemas, schema, place)
  const given = parameters
    .filter(({ in: place, required }) => required && place !== 'header')
    .map(({ name, schema, example: own }) => [name, own ?? example(schema, name)])
  const { content = {} } = requestBody ?? {}
  const body = content['application/json']?.schema
  const fields = { ...Object.fromEntries(given), ...(body ? (example(body, operationId) as object) : {}) }
  const text = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  if (content['multipart/form-data']) text.push('file')
  if (content['*/*']) text.push('body: file')
  return text.length > 0 ? `{ ${text.join(', ')} }` : ''
}

/**
 * Returns the TypeScript blocks of a Markdown page as modules. Names that a block does not import or declare come from
 * the previous blocks.
 */
export function blocksOf(page: string): string[] {
  return [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text = '']) => {
    const isDeclared = (name: string) => new RegExp(`(const|function|import \\{[^}]*)\\W(\\[)?${name}\\b`).test(text)
    const known = [
      ['createClient', "import { createClient } from '@posthorn/sdk'"],
      ['PosthornError', "import { PosthornError } from '@posthorn/sdk'"],
      ['verifyWebhook', "import { verifyWebhook } from '@posthorn/sdk'"],
      ['openAsBlob', "import { openAsBlob } from 'node:fs'"],
      ['client', "import { client } from './setup.ts'"],
      ['profile', "import { profile } from './setup.ts'"],
    ] as const
    const used = known.filter(([name]) => new RegExp(`\\b${name}\\b`).test(text) && !isDeclared(name))
    return `${used.map(([, line]) => line).join('\n')}\n${text}\nexport {}\n`
  })
}
