import { z } from 'zod'
import { idOf, instant, pageFields, pageQuery, text } from '#infra/http/schemas.ts'
import { findingCodes } from './deps.ts'

export const runPath = z.strictObject({ runId: idOf('run') })
export const runsQuery = z.strictObject(pageQuery({ max: 100, fallback: 20 }))

const testName = z.string().meta({ examples: ['storage'] })

export const testList = z
  .strictObject({
    tests: z.array(z.strictObject({ name: testName, about: z.string().meta({ examples: ['Storage takes a file.'] }) })),
    ...pageFields,
  })
  .meta({ id: 'SelfTestList' })

export const runBody = z.strictObject({ names: z.array(text(1, 100)).min(1).max(50).optional() }).meta({
  id: 'RunSelfTests',
  mayBeAbsent: true,
  description: 'Without names, all tests run.',
  examples: [{ names: ['storage', 'mail'] }],
})

export const started = z.strictObject({ runId: idOf('run') }).meta({ id: 'SelfTestRunStarted' })

export const run = z
  .strictObject({
    id: idOf('run'),
    status: z
      .enum(['running', 'passed', 'failed', 'died'])
      .meta({ description: '`died`: its process ended before the run did.' }),
    names: z.array(testName),
    results: z.array(
      z.strictObject({
        name: testName,
        ok: z.boolean(),
        code: z.enum(findingCodes).nullable().meta({
          description: 'The result, for programs. Null if the test ran in an earlier version.',
        }),
        detail: z.string().meta({ description: 'The result, and how to fix a failure.' }),
        durationMs: z.int(),
        finishedAt: z.string().meta({ format: 'date-time', examples: ['2026-11-21T09:00:00.000Z'] }),
      }),
    ),
    startedBy: idOf('usr').nullable().meta({ description: 'Null for the command line.' }),
    startedByUid: idOf('usr')
      .nullable()
      .meta({ description: 'The same as `startedBy`, with the suffix that IDs of users have everywhere.' }),
    createdAt: instant,
    finishedAt: instant.nullable(),
  })
  .meta({ id: 'SelfTestRun' })

export const runList = z
  .strictObject({
    runs: z.array(run).meta({ description: 'Newest first.' }),
    ...pageFields,
  })
  .meta({ id: 'SelfTestRunList' })
