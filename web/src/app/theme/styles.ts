// Styles of the first page, by component. Dialogs load their own with their chunk.
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Avatar.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';
import './font.css';
import './global.css';

// The scroll lock of dialogs sets this variable on the body, and no element inherits it. Without this registration,
// each dialog that opens or closes would restyle the whole page. A CSS rule would restyle it whenever a style sheet
// loads.
CSS.registerProperty?.({
  name: '--removed-body-scroll-bar-size',
  syntax: '<length>',
  inherits: false,
  initialValue: '0px',
});
