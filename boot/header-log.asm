; SPDX-License-Identifier: MIT
;
; The headers of the stick's image (make stick): those of header.asm, and the wish
; that a UEFI firmware's services are kept, so that it can write the log after
; the run. The disc's image has no such wish: GRUB ends the services before it
; loads the image over memory that they may have used.
;
; Entered by: nobody; a Multiboot 2 loader reads them (2.0, 3.1).

%define KEEP_FIRMWARE
%include "boot/header.asm"
