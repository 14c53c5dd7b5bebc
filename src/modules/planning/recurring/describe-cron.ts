import cronstrue from 'cronstrue'

/** Cached descriptions. A list of rules repeats the same few expressions. */
const described = new Map<string, string>()
const describedMax = 1_000

/** Describes a valid cron expression in English: "At 09:00, only on Monday". */
export function describeCron(cron: string): string {
  const known = described.get(cron)
  if (known !== undefined) return known
  const words = cronstrue.toString(cron, { use24HourTimeFormat: true })
  // With both day fields given, either is enough.
  const description = words.replace(/ of the month, and (?:only )?on /, ' of the month, or on ')
  if (described.size >= describedMax) described.clear()
  described.set(cron, description)
  return description
}
