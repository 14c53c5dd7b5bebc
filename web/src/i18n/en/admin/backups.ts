export const backups = {
  empty: 'No backups yet',
  emptyScheduled: 'The first one is made at the next scheduled time.',
  emptyLead: 'Set BACKUP_TO for automatic backups, or run “posthorn backup PLACE”.',
  tiles: {
    last: 'Last backup',
    never: 'Never',
    next: 'Schedule',
    onTime: 'On time',
    late: 'Overdue',
    manual: 'Manual',
    lateBy: (time: string) => `by ${time}`,
    noSchedule: 'BACKUP_TO isn’t set',
    kept: 'Backups',
    keeps: (count: number) => `keeps the latest ${count}`,
  },
  list: 'Latest backups',
  contents: (rows: string, size: string, files: string, mediaSize: string) =>
    `${rows} rows (${size}), ${files} files (${mediaSize})`,
  verified: 'Verified',
  unverified: 'Not verified',
  restore: {
    title: 'Restore a backup',
    lead: 'Stop Posthorn, restore the SECRET_KEY, and run these commands on the server.',
    verify: 'Check the latest backup without changing anything',
    run: 'Restore the latest backup into an empty database',
    guide: 'Read the guide to backups',
  },
}
