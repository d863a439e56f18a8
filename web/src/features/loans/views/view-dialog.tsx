import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Button, Group, Modal, Radio, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/errors';
import { modalWidths } from '@/shared/lib/constants';
import { toast } from '@/shared/ui/toasts/toast-store';
import { texts } from './texts';
import classes from './view-bar.module.css';
import { type Sharing, useSaveView, type View } from './views';

type Props = {
  /** The view to rename or share, or undefined for a new one. */
  view: View | undefined;
  content: Record<string, string>;
  sharing: readonly Sharing[];
  onKept: (view: View) => void;
  onClose: () => void;
};

/** Edits a view's name and sharing. */
export default function ViewDialog({ view, content, sharing, onKept, onClose }: Props) {
  const keep = useSaveView();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState<Sharing>(view?.sharing ?? 'PRIVATE');
  const fields = keep.error instanceof ApiError ? keep.error.fields : {};
  const otherError = keep.isError && !fields.name ? keep.error.message : null;
  const save = (event: FormEvent) => {
    event.preventDefault();
    const same = view && { id: view.id, version: view.version };
    keep.mutate(
      { ...same, name, sharing: shared, content },
      {
        onSuccess: (kept) => {
          toast.success(texts.saved(kept.name));
          onKept(kept);
        },
      },
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={view ? texts.renameTitle : texts.saveTitle}
      size={modalWidths.small}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={save} noValidate>
        <div className={classes.dialog}>
          <TextInput
            label={texts.viewName}
            required
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fields.name}
            data-autofocus
          />
          {sharing.length > 1 && (
            <Radio.Group label={texts.sharing} value={shared} onChange={(value) => setShared(value as Sharing)}>
              <div className={classes.choices}>
                {sharing.map((one) => (
                  <Radio key={one} value={one} label={texts.shared[one]} size="sm" />
                ))}
              </div>
            </Radio.Group>
          )}
        </div>
        {otherError && <p role="alert">{otherError}</p>}
        <Group justify="flex-end" gap={8} mt={20}>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={keep.isPending}>
            {texts.save}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
