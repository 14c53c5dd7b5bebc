import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type Plan, type Plans, planTable } from './plan-table.ts'

const count = z.int().min(0).nullable()

const planShape = z.strictObject({
  profiles: count,
  accountsPerProfile: count,
  aiCaptionsPerMonth: count,
  analyticsRetentionDays: z.int().min(1).nullable(),
  webhookEndpoints: count,
  // Absent in files written before this limit existed.
  storageBytes: count.default(null),
  shareLinks: z.boolean(),
  chatCodes: z.boolean(),
  priceCents: z.int().min(0),
}) satisfies z.ZodType<Plan>

// A name that consists of digits would move to the front when the file is parsed, and the order of plans matters.
const planName = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,31}$/, 'must be a plan name such as "pro": lowercase letters, digits, - and _')
const fileShape = z
  .record(planName, planShape)
  .refine((plans) => Object.keys(plans).length > 0, 'must contain at least one plan')

/** An error in PLANS_FILE. The message says where it is and what is expected. */
export class PlansFault extends Error {}

/**
 * Returns the built-in table, or the table from a JSON file, which replaces the built-in one completely. All errors in
 * the file are reported together.
 */
export async function readPlans(file: string | null): Promise<Plans> {
  if (file === null) return planTable
  const result = fileShape.safeParse(parse(file, await read(file)))
  if (result.success) return new Map(Object.entries(result.data))
  throw new PlansFault(
    `${file} is not a valid plan table. It must be an object of plans by name, from the lowest to the highest, each with ` +
      `${Object.keys(planShape.shape).join(', ')} (null: unlimited).\n${result.error.issues.map(faultLine).join('\n')}`,
  )
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new PlansFault(`The plan table ${file} cannot be read. Set PLANS_FILE to a readable JSON file.`, {
      cause,
    })
  }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new PlansFault(`${file} is not valid JSON. Set PLANS_FILE to a JSON file.`, { cause })
  }
}

function faultLine(issue: z.core.$ZodIssue): string {
  const place = issue.path.map((step) => `/${String(step)}`).join('') || 'the file'
  const inner = issue.code === 'invalid_key' ? issue.issues.map(({ message }) => message).join('; ') : issue.message
  return `- ${place}: ${inner}`
}
