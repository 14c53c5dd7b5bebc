import { plural } from '../../plural.ts'

/** The texts of the dialogs of the calendar’s days: notes and holidays. */
export const days = {
  note: {
    newTitle: 'New note',
    title: 'Note',
    text: 'Text',
    from: 'First day',
    to: 'Last day',
    label: 'Label',
    labelHint: 'Gives the note its color.',
    noLabel: 'No label',
    create: 'Add note',
    remove: 'Delete note',
    removed: 'Note deleted',
    notRestored: 'Couldn’t restore the note.',
    changed: (text: string) => `Someone else changed this note to “${text}”. Save again to replace it.`,
  },
  holidays: {
    title: 'Holidays',
    lead: 'Show public holidays from calendars on the web.',
    url: 'Calendar URL',
    urlHint: 'The URL of an iCalendar file (.ics), starting with https:// or webcal://.',
    name: 'Name',
    create: 'Add calendar',
    remove: 'Remove',
    removeOne: (name: string) => `Remove ${name}`,
    reading: 'Reading the calendar…',
    count: (count: number) => plural('en', count, { one: 'holiday', other: 'holidays' }),
    read: (when: string) => `updated ${when}`,
    problems: {
      address_not_allowed: 'The URL leads to a private address. Use a public one.',
      unreachable: 'The server isn’t responding. Posthorn will retry tomorrow.',
      refused: 'The server didn’t return the calendar. Check the URL.',
      too_large: 'The calendar is larger than 5 MB.',
      too_many_redirects: 'The URL redirects too many times.',
      not_a_calendar: 'This isn’t a calendar. Use the URL of an .ics file.',
      too_many_events: 'The calendar has more than 10,000 events.',
    },
  },
}
