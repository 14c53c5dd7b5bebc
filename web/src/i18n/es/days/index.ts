import type { AreaMessages } from '../../en/index.ts'

export const days: AreaMessages['days'] = {
  note: {
    newTitle: 'Nueva nota',
    title: 'Nota',
    text: 'Texto',
    from: 'Primer día',
    to: 'Último día',
    label: 'Etiqueta',
    labelHint: 'Da su color a la nota.',
    noLabel: 'Sin etiqueta',
    create: 'Añadir nota',
    remove: 'Eliminar nota',
    removed: 'Nota eliminada',
    notRestored: 'No se pudo restaurar la nota.',
    changed: (text) => `Otra persona cambió esta nota a “${text}”. Guarda de nuevo para reemplazarla.`,
  },
}
