/**
 * Fields of a change that its response deliberately omits, by operation. Any other field must be returned: a client
 * must see what it has set, and a response drops a field that its schema does not name.
 */
const unanswered: Readonly<Record<string, { readonly fields: readonly string[]; readonly reason: string }>> = {
  updateWebhook: { fields: ['secret'], reason: 'a secret is shown once, when it is made' },
  updatePost: { fields: ['slot'], reason: 'it chooses the time, which the answer shows as `scheduledAt`' },
  configureRecycling: { fields: ['confirmWarnings'], reason: 'it confirms this change and is not state' },
  updateIdeaStage: { fields: ['beforeId'], reason: 'it moves the stage, and the list of stages shows where it is' },
  changeRecurringOccurrence: { fields: ['skipped', 'movedTo'], reason: 'the answer is the whole rule' },
}

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Lists the PATCH fields that the response lacks, and rows above that no longer apply. */
export function listUnansweredFields(document: Json): string[] {
  const lines: string[] = []
  for (const path of Object.values(document.paths as Record<string, { patch?: Json }>)) {
    if (!path.patch) continue
    const { operationId, requestBody, responses } = path.patch as { operationId: string; requestBody?: unknown } & Json
    const good = Object.entries(responses as Json).find(([status]) => status.startsWith('2'))?.[1]
    const [given, answered] = [fieldsOf(document, schemaIn(requestBody)), fieldsOf(document, schemaIn(good))]
    if (answered.length === 0) continue
    const missing = given.filter((field) => !answered.includes(field))
    const { fields = [] } = unanswered[operationId] ?? {}
    for (const field of missing.filter((one) => !fields.includes(one)))
      lines.push(
        `${operationId} takes "${field}", and its answer does not have it. Add it to the schema of the answer.`,
      )
    for (const field of fields.filter((one) => !missing.includes(one)))
      lines.push(`${operationId} answers "${field}" now. Take it out of test/openapi/changed-fields.ts.`)
  }
  return lines
}

function schemaIn(part: unknown): unknown {
  const content = isObject(part) ? part.content : undefined
  const json = isObject(content) ? content['application/json'] : undefined
  return isObject(json) ? json.schema : undefined
}

function fieldsOf(document: Json, schema: unknown): string[] {
  if (!isObject(schema)) return []
  const { $ref: name, properties = {}, allOf = [], anyOf = [], oneOf = [] } = schema
  if (typeof name === 'string') {
    const { schemas } = document.components as { schemas: Json }
    return fieldsOf(document, schemas[name.slice(name.lastIndexOf('/') + 1)])
  }
  const parts = [allOf, anyOf, oneOf].flatMap((list) => list as unknown[])
  return [...Object.keys(properties as Json), ...parts.flatMap((part) => fieldsOf(document, part))]
}
