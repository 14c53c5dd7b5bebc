import { type RefusalCode, refusals } from '#kernel/errors.ts'
import type { DescribedAnswer, OpenApiDocument } from './document.ts'
import { addExamples } from './examples.ts'
import { exampleRequestId, headerComponents, headersOf, versionedSchemas } from './headers.ts'

/**
 * Completes the document derived from the routes: headers, examples, and one component for each response that many
 * operations share.
 */
export function finishDocument(document: OpenApiDocument): OpenApiDocument {
  const schemas = sortByName(document.components.schemas)
  const copy = JSON.parse(JSON.stringify(document.paths)) as OpenApiDocument['paths']
  const examples = addExamples({ paths: copy }, schemas)
  const { paths, responses } = shareAnswers(withHeaders(withObjects(copy)))
  return {
    ...document,
    paths,
    components: {
      ...document.components,
      schemas,
      responses,
      examples: sortByName(examples),
      headers: headerComponents,
    },
  }
}

/** Describes how query parameters that are objects are written: `metadata[campaign]=spring`. */
function withObjects(paths: OpenApiDocument['paths']): OpenApiDocument['paths'] {
  return mapValues(paths, (methods) =>
    mapValues(methods, (operation) => {
      const parameters = operation.parameters?.map((one) =>
        one.in === 'query' && one.schema?.type === 'object' ? { ...one, style: 'deepObject', explode: true } : one,
      )
      return parameters ? { ...operation, parameters } : operation
    }),
  )
}

function withHeaders(paths: OpenApiDocument['paths']): OpenApiDocument['paths'] {
  const versioned = versionedSchemas({ paths })
  return mapAnswers(paths, (answer, status, operation) => ({
    ...answer,
    headers: headersOf(operation, status, versioned),
  }))
}

/** Moves responses with a single refusal into components. Most operations have the same ones with the same text. */
function shareAnswers(paths: OpenApiDocument['paths']) {
  const responses: Record<string, DescribedAnswer> = {}
  const shared = mapAnswers(paths, (answer) => {
    const code = /^`(\w+)`: [^\n]*$/.exec(answer.description)?.[1]
    if (code === undefined || !(code in refusals)) return answer
    responses[code] ??= withProblem(answer, code)
    return { $ref: `#/components/responses/${code}` }
  })
  return { paths: shared, responses: sortByName(responses) }
}

function withProblem(answer: DescribedAnswer, code: string): DescribedAnswer {
  const { status, title } = refusals[code as RefusalCode]
  const value = { type: `/docs/errors#${code}`, title, status, detail: title, code, requestId: exampleRequestId }
  const media = answer.content?.['application/problem+json']
  if (!media) return answer
  return { ...answer, content: { 'application/problem+json': { ...media, examples: { [code]: { value } } } } }
}

type Operation = OpenApiDocument['paths'][string][string]

function mapAnswers(
  paths: OpenApiDocument['paths'],
  change: (answer: DescribedAnswer, status: string, operation: Operation) => object,
): OpenApiDocument['paths'] {
  const changed = (operation: Operation): Operation => {
    const answers = Object.entries(operation.responses).map(([status, answer]) => [
      status,
      change(answer, status, operation) as DescribedAnswer,
    ])
    return { ...operation, responses: Object.fromEntries(answers) as Operation['responses'] }
  }
  return mapValues(paths, (methods) => mapValues(methods, changed))
}

const mapValues = <Value, Result>(table: Readonly<Record<string, Value>>, map: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [name, map(value)]))

const sortByName = <Value>(table: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1)))
