export const schedule = {
  title: 'When',
  now: 'Now',
  freeSlot: (when: string) => `Next free slot: ${when}`,
  at: (when: string) => when,
  anyTime: 'Date and time',
  zone: (place: string) => `${place} time`,
  yours: (when: string) => `${when} where you are`,
  past: 'This time has passed. Choose a later one, or publish now.',
  skipped: (time: string, next: string) =>
    `${time} does not exist that day, because clocks go forward. The post goes out at ${next} instead.`,
  twice: (time: string) => `${time} comes twice that day, because clocks go back. Which one do you mean?`,
  first: (time: string) => `The first ${time}`,
  second: (time: string) => `The second ${time}, an hour later`,
}
