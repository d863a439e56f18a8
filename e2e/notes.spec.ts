import type { Locator } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/company.ts';

/** Pastes an image of at least some bytes into an editor, as a browser does. */
const paste = (editor: Locator, type = 'image/png', bytes = 0) =>
  editor.evaluate(
    async (element, { type, bytes }) => {
      const canvas = new OffscreenCanvas(320, 120);
      const context = canvas.getContext('2d');
      if (context) {
        context.fillStyle = '#0b6e6e';
        context.fillRect(20, 20, 120, 80);
      }
      const picture = await canvas.convertToBlob({ type: 'image/png' });
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([picture, new Uint8Array(bytes)], 'image', { type }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { type, bytes },
  );

const pictureIn = (place: Locator) => place.getByRole('img', { name: 'Picture in the note' });

/** The image has loaded, not only its frame. */
const expectSeen = async (picture: Locator) => {
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
};

test('a pasted image is saved in a note and shown again', {
  tag: ['@LEAD-17', '@LEAD-18'],
}, async ({ page, company }) => {
  await company.signIn(page, 'Avery Stone');
  await page.goto(`${company.origin}/app/leads`);
  await page.getByRole('banner').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('menuitem', { name: 'Lead', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Lead' });
  const editor = dialog.getByRole('textbox', { name: 'Note' });
  await expect(editor).toBeVisible();
  await expect(dialog.getByRole('toolbar')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: /bold|italic|list|heading/i })).toHaveCount(0);
  await dialog.getByRole('textbox', { name: 'First Name' }).fill('Ines');
  await dialog.getByRole('textbox', { name: 'Last Name' }).fill('Marlow');
  await dialog.getByRole('textbox', { name: 'Email' }).fill('ines.marlow@example.com');
  await editor.fill('Their pre-approval letter');
  await paste(editor, 'image/png', 5 * 1024 * 1024);
  await expect(dialog.getByRole('alert')).toHaveText('A picture has at most 5 MB.');
  await paste(editor, 'image/gif');
  await expect(dialog.getByRole('alert')).toContainText('can’t be read');
  await expect(pictureIn(dialog)).toHaveCount(0);
  await paste(editor);
  await expectSeen(pictureIn(dialog));
  await page.keyboard.type('of last week');
  await expect(editor).toContainText('of last week');
  await expectSeen(pictureIn(dialog));
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add Lead' }).click();

  await expect(page).toHaveURL(/\/app\/leads\/\d+$/);
  const entries = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
  const first = entries.filter({ hasText: 'Their pre-approval letter' });
  await expectSeen(pictureIn(first));

  const another = page.getByRole('textbox', { name: 'Note' });
  await another.fill('The house');
  await paste(another);
  await expectSeen(pictureIn(page.getByRole('main').locator('form')));
  await page.getByRole('button', { name: 'Add note' }).click();
  const second = entries.filter({ hasText: 'The house' });
  await expectSeen(pictureIn(second));
  await expect(another).toHaveText('');
  await page.reload();
  await expectSeen(pictureIn(second));
  await expectSeen(pictureIn(first));
});
