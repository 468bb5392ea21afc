/** The way to the page that adds devices. */
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import controls from '../../ui/controls.module.css'
import { Glyph } from '../../ui/glyph.tsx'

export const AddLink = ({ label }: { label: string }) => (
  <Link to="." search={{ tab: 'add-devices' } as never} className={`${controls.button} ${controls.primary}`}>
    <Glyph icon={IconPlus} size={16} />
    {label}
  </Link>
)
