import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

/**
 * The fields that the published analytics interface promises. `[]` stands for each element, `*` for each value of a
 * map. All responses in tests are checked against the document, so a required field of the document is in every
 * response.
 */
const numbers = ['views', 'likes', 'comments', 'shares', 'saves', 'impressions', 'reach']
const insights = ['followers', 'views', 'likes', 'comments', 'shares', 'saves', 'impressions']
const under = (place: string, names: readonly string[]) => names.map((name) => `${place}.${name}`)
const hour = ['day', 'hour', 'label', 'score']
const changes = ['totalPosts', 'totalViews', 'totalLikes', 'totalComments', 'totalShares', 'avgEngagementRate']

const promised: Readonly<Record<string, readonly string[]>> = {
  'POST /v1/analytics/refresh': ['ok', 'refreshedAtMs'],
  'GET /v1/analytics/overview': [
    'period',
    ...changes,
    'totalSaves',
    'totalImpressions',
    'totalReach',
    'topPosts[]',
    ...under('byPlatform.*', ['posts', ...numbers]),
    ...under('dailyTrend[]', numbers),
  ],
  'GET /v1/analytics/posts/{postId}': under('[]', [...numbers, 'engagementRate', 'fetchedAt']),
  'GET /v1/analytics/posts/{postId}/history': under('[]', [...numbers, 'engagementRate', 'fetchedAt']),
  'GET /v1/analytics/accounts/{accountId}/history': under('[]', ['followers', 'fetchedAt']),
  'GET /v1/analytics/accounts': under('[]', ['followers']),
  'GET /v1/analytics/compare': ['a', 'b', ...under('delta', changes)],
  'GET /v1/analytics/posts-summary': under('*', ['views', 'likes', 'comments', 'shares', 'engagementRate']),
  'GET /v1/analytics/outliers': [
    'metric',
    'median',
    'sampleSize',
    ...under('outliers[]', ['postId', 'views', 'engagement', 'score', 'multiple']),
  ],
  'GET /v1/analytics/account-insights': [
    ...under('totals', insights),
    ...under('byAccount[]', ['accountId', 'platform', ...insights, 'windowDays', 'fetchedAt']),
  ],
  'GET /v1/analytics/best-times': [
    'platform',
    ...under('bestTimes[]', hour),
    ...under('worstTimes[]', hour),
    'heatmap[][]',
  ],
}

interface Schema {
  readonly $ref?: string
  readonly items?: Schema
  readonly additionalProperties?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

test('each analytics response has every documented field', async () => {
  const { paths, components } = JSON.parse(await readFile(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8'))
  const resolved = (schema: Schema | undefined): Schema | undefined =>
    schema?.$ref ? components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
  const at = (schema: Schema | undefined, step: string): Schema | undefined => {
    const whole = resolved(schema)
    if (step === '[]') return resolved(whole?.items)
    if (step === '*') return resolved(whole?.additionalProperties)
    return whole?.required?.includes(step) ? resolved(whole.properties?.[step]) : undefined
  }
  const missing = Object.entries(promised).flatMap(([operation, fields]) => {
    const [method = '', path = ''] = operation.split(' ')
    const answer = paths[path][method.toLowerCase()].responses['200'].content['application/json'].schema
    return fields
      .filter((field) => (field.match(/\[\]|[^.[]+/g) ?? []).reduce(at, answer) === undefined)
      .map((field) => `${operation}: ${field}`)
  })
  assert.deepEqual(missing, [])
})
