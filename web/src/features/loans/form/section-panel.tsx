import { memo, type ReactNode, useMemo } from 'react';
import classes from './form.module.css';
import { useFormValue } from './form-context';
import type { Block, Scope, SectionLayout } from './layout';
import { ListBlock } from './list-block';
import { Rows } from './rows';

type Props = { section: SectionLayout; scope: Scope; tabs?: ReactNode };

/** One section of the form. */
export const SectionPanel = memo(function SectionPanel({ section, scope, tabs }: Props) {
  const { key, title, blocks } = section;
  return (
    <section id={key} className={classes.section} aria-labelledby={`${key}-title`}>
      <header className={classes.sectionHead}>
        <h2 id={`${key}-title`}>
          {key.length < 3 && <span className={classes.sectionKey}>{key}</span>} {title}
        </h2>
        {tabs}
      </header>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a section never change
        <BlockView key={`${scope.prefix}${scope.markPrefix}${at}`} block={block} scope={scope} section={key} />
      ))}
    </section>
  );
});

function BlockView({ block, scope, section }: { block: Block; scope: Scope; section: string }) {
  const isShown = useFormValue((store) => !('when' in block) || !block.when || block.when(store.application, scope));
  if (!isShown) return null;
  if ('part' in block) return <block.part scope={scope} />;
  const body =
    'list' in block ? (
      <ListBlock list={block.list} scope={scope} section={section} />
    ) : (
      <Rows rows={block.rows} prefix={scope.prefix} section={section} as={block.as} />
    );
  return (
    <div className={classes.block}>
      {block.title && <h3>{block.title}</h3>}
      {body}
    </div>
  );
}

/** Keeps a scope the same object while its borrowers stay the same. */
export function useScope(prefix: string, markPrefix: string, borrowers: readonly string[], isFirst: boolean): Scope {
  const key = borrowers.join(' ');
  return useMemo(
    () => ({ prefix, markPrefix, borrowers: key === '' ? [] : key.split(' '), isFirst }),
    [prefix, markPrefix, key, isFirst],
  );
}
