import cronstrue from 'cronstrue'

/** Describes a valid cron expression in English: "At 09:00, only on Monday". */
export function describeCron(cron: string): string {
  const words = cronstrue.toString(cron, { use24HourTimeFormat: true })
  // With both day fields given, either of them is enough.
  return words.replace(/ of the month, and (?:only )?on /, ' of the month, or on ')
}
