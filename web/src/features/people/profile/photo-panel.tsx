import { Avatar, Button, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useRef } from 'react';
import { displayName, useActiveUser } from '@/shared/session/me';
import { Panel } from '@/shared/ui/panel';
import { toast } from '@/shared/ui/toasts/toast-store';
import { deletePhoto, photoBytesMax, putPhoto, useRefreshUser } from './own-calls';
import classes from './profile-page.module.css';
import { texts } from './texts';

/** Shows, uploads and removes the user's photo. */
export function PhotoPanel() {
  const user = useActiveUser();
  const refresh = useRefreshUser();
  const input = useRef<HTMLInputElement>(null);
  const done = async (text: string) => {
    await refresh();
    toast.success(text);
  };
  const put = useMutation({ mutationFn: putPhoto, onSuccess: () => done(texts.photoSaved) });
  const remove = useMutation({ mutationFn: deletePhoto, onSuccess: () => done(texts.photoRemoved) });
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    currentTarget.value = '';
    if (!file) return;
    if (file.size > photoBytesMax) toast.error(texts.photoTooLarge);
    else put.mutate(file);
  };
  return (
    <Panel title={texts.photo} text={texts.photoText}>
      <div className={classes.photo}>
        <Avatar name={displayName(user)} src={user.profileImage} alt={displayName(user)} size={72} />
        <VisuallyHidden>
          <input
            ref={input}
            type="file"
            tabIndex={-1}
            aria-label={texts.photo}
            accept="image/jpeg,image/png,image/webp"
            onChange={choose}
          />
        </VisuallyHidden>
        <Button variant="default" loading={put.isPending} onClick={() => input.current?.click()}>
          {user.profileImage ? texts.photoReplace : texts.photoUpload}
        </Button>
        {user.profileImage && (
          <Button variant="subtle" color="gray" loading={remove.isPending} onClick={() => remove.mutate()}>
            {texts.photoRemove}
          </Button>
        )}
      </div>
    </Panel>
  );
}
