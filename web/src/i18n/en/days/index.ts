/** The texts of the dialogs of the calendar’s days: notes. */
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
}
